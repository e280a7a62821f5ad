import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { checkRecord, parseKey, type BotRecord } from "@wazi/proofs";
import { derivePublicKey, formatWitnessKey, type SignedHead } from "@wazi/proofs/witness";
import { describe, expect } from "vitest";
import { takeSnapshot } from "../../apps/server/src/proofs/liabilities/take-snapshot.ts";
import {
  makeReserveMessage,
  recordBrokerStatement,
  recordSignature,
} from "../../apps/server/src/bank/reserves/record-reserves.ts";
import { createFakeWallet } from "../../apps/server/src/bank/reserves/fake-wallet.ts";
import { takeReserves, type ReserveChain } from "../../apps/server/src/bank/reserves/take-reserves.ts";
import { openOwnSigner } from "../harness/log-key.ts";
import { recordRules } from "../../apps/server/src/proofs/log/record-rules.ts";
import { recordDocument } from "../../apps/server/src/record/leaves/store.ts";
import { updateLog } from "../../apps/server/src/proofs/log/run-log.ts";
import { createCosigner } from "../../apps/server/src/proofs/log/witnesses.ts";
import { createWitnessServer } from "../../packages/proofs/src/witness/main.ts";
import { browserTest } from "../harness/browser-test.ts";
import { expectAccessible, press } from "../harness/page-actions.ts";
import { takePictures } from "../harness/take-pictures.ts";
import type { TestClient } from "../harness/test-app.ts";
import type { TestSite } from "../harness/test-site.ts";

const WITNESS = "witness.example/w1";
const secret = randomBytes(32);
const WITNESS_KEY = formatWitnessKey(WITNESS, derivePublicKey(secret));

const it = browserTest.extend("settings", { scope: "file" }, () => ({
  WITNESS_URL: `${WITNESS_KEY} http://127.0.0.1:9`,
}));

const release = {
  kind: "release",
  version: "1.2.3",
  commit: "c".repeat(40),
  isDirty: false,
  manifest: "5d".repeat(32),
};
const RELEASE_TEXT = /^The log says that version 1\.2\.3 has run here since .+\.$/;

const chain: ReserveChain = {
  network: "ERC20",
  readBalances: () =>
    Promise.resolve({
      block: { height: 21_345_678, hash: `0x${"ab".repeat(32)}` },
      balances: [[{ currency: "USDT", amount: "900.250000" }]],
    }),
};

/** Publishes a day: liabilities, reserves that do not cover them, and a checkpoint that a witness signs. */
async function publish({ test }: TestSite): Promise<{ investor: TestClient; logKey: string }> {
  const { sql } = test;
  const now = (): Date => new Date();
  await recordRules(sql, { mode: "demo", unprovenBots: "closed", profitShareAbove: "nothing" });
  await recordDocument(sql, "release", release);
  const signer = await openOwnSigner(sql, { dataDir: test.dataDir });
  const investor = await test.funded("1500.00");
  await test.admin.call("GET", `/api/admin/users/${investor.userId}`);
  const wallet = createFakeWallet();
  const { address } = wallet;
  const signature = wallet.sign(await makeReserveMessage({ sql, now, isTest: true }, address));
  const today = now().toISOString().slice(0, 10);
  await recordSignature({ sql, now, isTest: true }, { address, signedOn: today, signature });
  const statement = { account: "Broker 1", currency: "USD", amount: "350.10", asOf: today, file: "ab".repeat(32) };
  await recordBrokerStatement({ sql }, statement);
  await takeSnapshot({ sql, now, computeLosingPct: () => Promise.resolve(null) });
  await takeReserves({ sql, now, isPaper: true, chains: [chain], findRate: () => Promise.resolve("1") });
  const heads = new Map<string, SignedHead>();
  const memory = {
    load: (origin: string) => heads.get(origin) ?? null,
    save: (origin: string, head: SignedHead) => void heads.set(origin, head),
  };
  const witness = createWitnessServer({ name: WITNESS, secret, logs: [parseKey(signer.publicKey)], memory, now });
  await new Promise<void>((resolve) => witness.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(witness.address() as AddressInfo).port}`;
  const cosign = createCosigner([{ url, key: parseKey(WITNESS_KEY) }], (warning) => expect(warning).toBe(""));
  await updateLog(sql, signer, cosign);
  witness.close();
  return { investor, logKey: signer.publicKey };
}

const publishedSite = it.extend("published", { scope: "file" }, ({ site }) => publish(site));

describe("proofs in the browser", () => {
  publishedSite(
    "check an investor's balance with the witness's signature, and find what is wrong",
    async ({ pages, published }) => {
      const { page } = await pages.openAs(published.investor, "/check-balance");
      await page.getByText("$1,500.00").first().waitFor();
      await press(page, "Check on this device");
      await page.getByText("A witness has signed the log").waitFor();
      expect(await page.getByRole("listitem").filter({ hasText: "(right)" }).count()).toBe(4);
      expect(await page.getByText(`This device checked each signature: ${WITNESS}`).count()).toBe(1);
      await expectAccessible(page, "check-balance");

      // A witness with another key than the first time.
      await page.evaluate(`localStorage.setItem("wazi-witness-keys", JSON.stringify({ "${WITNESS}": "another" }))`);
      await press(page, "Check on this device");
      await page.getByText("A witness has another key").waitFor();
      await page.evaluate(`localStorage.removeItem("wazi-witness-keys")`);

      // A signature of the witness over another text.
      await page.route("**/log/checkpoint", async (route) => {
        const text = await (await route.fetch()).text();
        const at = text.lastIndexOf(WITNESS) + WITNESS.length + 20;
        await route.fulfill({ body: `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}` });
      });
      await press(page, "Check on this device");
      await page.getByText("The check failed").waitFor();
      expect(await page.getByText(`the signature of ${WITNESS} is wrong`).count()).toBe(1);
      await page.unroute("**/log/checkpoint");

      // A balance that is not in the total.
      await page.route("**/api/user/balance-proof", async (route) => {
        const answer = (await (await route.fetch()).json()) as { proof: { available: string } };
        answer.proof.available = "140000";
        await route.fulfill({ json: answer });
      });
      await page.reload();
      await press(page, "Check on this device");
      await page.getByText("the parts in the tree do not add up to the balance").waitFor();
    },
  );

  publishedSite(
    "shows reserves under 100 %, and says in the demo that money is paper",
    async ({ pages, published }) => {
      expect(published.logKey).toContain("+");
      const { page } = await pages.openVisitor();
      await page.goto("/proofs");
      await page.getByText("83.35%").waitFor();
      expect(await page.getByText("Paper money", { exact: true }).count()).toBe(1);
      expect(await page.getByText("900.250000 USDT ($900.25)").count()).toBe(1);
      await page.getByText(RELEASE_TEXT).waitFor();
      await page.getByText(`Manifest of the release (SHA-256): ${release.manifest}`).waitFor();
      await takePictures(page, "proofs");
      await expectAccessible(page, "proofs");
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Download and verify the reserves" }).click(),
      ]);
      expect(download.suggestedFilename()).toBe("wazi-reserves.json");
    },
  );

  publishedSite(
    "gives a bot's record to check, and counts what administrators did",
    async ({ pages, published, site }) => {
      const { page, client } = await pages.openAs(published.investor, `/bots/${site.bots.ids[0]}`);
      const link = page.getByRole("link", { name: /^Download and verify the record of/ });
      const path = (await link.getAttribute("href")) ?? "";
      const record = (await client.call("GET", path)).body as unknown as BotRecord;
      expect((await checkRecord(record, published.logKey)).join("\n")).toContain("Trades 1 to 0 are complete");
      await takePictures(page, "bot-record");
      await page.goto("/status");
      const views = page.locator("dl > div").filter({ hasText: "Views of personal data" });
      expect(await views.locator("dd").innerText()).toBe("1");
      await page.getByText(`Witnesses: ${WITNESS}.`).waitFor();
      await page.getByText(RELEASE_TEXT).waitFor();
      await takePictures(page, "status");
    },
  );
});
