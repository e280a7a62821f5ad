import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { browserTest } from "../harness/browser-test.ts";
import { ANVIL } from "../harness/chains/anvil-lab.ts";
import { openChainPayoutWorld, toWorldSettings } from "../harness/chains/chain-payout-world.ts";
import { startEvmPayer } from "../harness/chains/payer-lab.ts";
import { delayAnswer, expectAccessible, expectToast, press } from "../harness/page-actions.ts";
import { takePictures } from "../harness/take-pictures.ts";

const lab = ANVIL === undefined ? undefined : await startEvmPayer();
// Every fee is above this limit, so each batch waits for a decision.
const env = lab ? { ...toWorldSettings(lab), RATE_LIMIT_SCALE: "0", PAYOUT_MAX_NETWORK_FEE: "0" } : {};
/** After a known failure another attempt begins. */
const RETRY_MS = 61_000;
const it = browserTest.extend("settings", { scope: "file" }, () => env);

it.skipIf(lab === undefined)(
  "prepares payouts on a chain, takes them back signed, and follows them to their confirmations",
  async ({ pages, site }) => {
    if (!lab) return;
    const world = await openChainPayoutWorld(site.test, lab, { ...env, DATA_DIR: site.test.dataDir });
    try {
      const payment = await world.approve("90", "USDT");
      await world.approve("120", "ETH");
      await world.work();
      const { page } = await pages.openAdmin("/admin/payouts");
      await page.getByText("2 waiting", { exact: false }).waitFor();
      await press(page, "Prepare transactions on Ethereum");
      const batch = page.getByTestId("chain-batch");
      await batch.getByText("The limit is $0.00.", { exact: false }).waitFor();
      await expectAccessible(page, "payouts on a chain");
      await takePictures(page, "chain-payouts-to-decide");
      // The list is refreshed before the answer, so the button is gone when its outcome is told.
      await delayAnswer(page, "/discard", async () => {
        await press(batch, "Discard");
        await batch.waitFor({ state: "detached" });
      });
      await expectToast(page, "Success");
      await world.round();
      await page.getByText("It was not signed.", { exact: false }).first().waitFor();
      world.advance(RETRY_MS);
      await world.work();
      await page.getByText("2 waiting", { exact: false }).waitFor();
      await press(page, "Prepare transactions on Ethereum");
      await press(batch, "Accept the fee");
      await batch.getByText("Download").waitFor();
      await takePictures(page, "chain-payouts-to-sign");
      const downloading = page.waitForEvent("download");
      await press(page, "Download");
      const file = await readFile(await (await downloading).path(), "utf8");
      const choose = page.getByLabel("Import signed file");
      const toFile = (content: string) => ({
        name: "signed.txt",
        mimeType: "text/plain",
        buffer: Buffer.from(content),
      });
      await choose.setInputFiles(toFile(await lab.signChanged(file)));
      await expectToast(page, "Error");
      await choose.setInputFiles(toFile(await lab.sign(file)));
      await page.getByTestId("chain-batch").waitFor({ state: "detached" });
      await world.round();
      const transfer = page.getByTestId("chain-transfer").first();
      await transfer.getByText("Waits for a block.").waitFor();
      await lab.mine();
      await world.round();
      await transfer.getByText("1 of 2 confirmations.").waitFor();
      await takePictures(page, "chain-payouts-mined");
      await lab.mine();
      await world.round();
      await transfer.getByText("It has its confirmations.").waitFor();
      expect((await payment.read()).status).toBe("completed");
    } finally {
      await lab.close();
    }
  },
);
