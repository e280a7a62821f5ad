import type { PayoutOverview } from "@wazi/contracts";
import { describe, expect } from "vitest";
import { takeLease } from "../../apps/server/src/platform/jobs/store.ts";
import { advanceDuePayouts } from "../../apps/server/src/withdrawals/payouts/run-payout-worker.ts";
import { createTronChain } from "../../apps/server/src/deposits/chains/tron-chain.ts";
import { watchDeposits } from "../../apps/server/src/deposits/chains/watch-deposits.ts";
import { createPaperRail } from "../../apps/server/src/withdrawals/payouts/open-rails.ts";
import type { PayoutDeps, PayoutRail } from "../../apps/server/src/withdrawals/payouts/payout-rail.ts";
import { browserTest } from "../harness/browser-test.ts";
import { startFakeTron } from "../harness/chains/fake-tron.ts";
import { watchDepsOf } from "../harness/chains/watched-world.ts";
import { callApi, expectAccessible, expectToFit, expectToast, untilNextRefresh } from "../harness/page-actions.ts";
import { takePictures } from "../harness/take-pictures.ts";
import { startTcpProxy } from "../harness/tcp-proxy.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest.extend("settings", { scope: "file" }, () => ({
  PAYOUTS: "automatic",
  RATE_LIMIT_SCALE: "0",
  // The process of the test does not ask it: a watcher of the test's own does.
  CHAIN_TRON_URL: "http://127.0.0.1:8090",
}));
const form = { amount: "80", withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345678" };

/** Runs a round of the payout worker of the process. */
async function work(site: TestSite, changes: Partial<PayoutDeps> = {}): Promise<void> {
  const { sql, door } = site.test;
  const lease = await takeLease(sql, "browser", true, "payouts");
  const timing = { firstCheckMs: 0, callTimeoutMs: 1_000, retryMs: 0 };
  const toDollars = () => Promise.resolve(0n as never);
  const deps = {
    sql,
    door,
    now: () => new Date(),
    rails: [createPaperRail()],
    dailyLimit: undefined,
    timing,
    toDollars,
  };
  if (lease) await advanceDuePayouts({ ...deps, ...changes, log: { warn: () => undefined } }, lease);
}

async function approve(site: TestSite): Promise<string> {
  const investor = await site.test.funded("200");
  const { id } = await callApi<{ id: string }>(investor, "POST", "/api/user/withdrawals", form);
  await callApi(site.test.admin, "POST", `/api/admin/withdrawals/${id}/approve`, { status: "completed" });
  return id;
}

const readOverview = (site: TestSite) => callApi<PayoutOverview>(site.test.admin, "GET", "/api/admin/payouts");

describe("the payouts page", () => {
  it("shows rails and payments, stops and resumes a rail, and decides an unknown result", async ({ pages, site }) => {
    const silent: PayoutRail = {
      ...createPaperRail(),
      send: () => Promise.reject(new Error("The provider did not answer.")),
      query: () => Promise.resolve({ kind: "pending" }),
    };
    const lost = await approve(site);
    await work(site, { rails: [silent] });
    await site.test.sql`
      insert into payout_reviews (payout_id, rail, kind, summary, found_at)
      select id, rail, 'other-amount', 'The provider reported 70.00 USD. The payout was 80.00 USD.', now()
      from payouts where withdrawal_id = ${lost}`;
    await approve(site);
    const { page } = await pages.openAdmin("/admin/payouts");
    await page.getByText("Result unknown").waitFor();
    await page.getByText("Do not pay again", { exact: false }).waitFor();
    const link = page.getByRole("link", { name: "Open withdrawal" });
    expect(await link.getAttribute("href")).toBe(`/admin?tab=withdrawals&search=${lost}`);
    await expectAccessible(page, "admin-payouts");
    await takePictures(page, "payouts-unknown");

    await page.getByRole("button", { name: "Stop rail" }).click();
    await page.getByLabel("Reason").fill("The float is low");
    await takePictures(page, "payouts-stop-rail");
    await page.getByRole("dialog").getByRole("button", { name: "Stop rail" }).click();
    await expectToast(page, "Success");
    await page.getByText("The float is low").waitFor();
    await work(site, { rails: [silent] });
    expect((await readOverview(site)).payouts.find(({ state }) => state === "approved")).toMatchObject({
      waitsFor: "stopped",
    });

    await takePictures(page, "payouts-stopped");

    await page.getByRole("button", { name: "Decide result" }).click();
    await takePictures(page, "payouts-decide");
    await page.getByLabel("Receipt").fill("PORTAL-1");
    await page.getByLabel("Reason").fill("The portal shows it as paid");
    await page.getByRole("button", { name: "Save result" }).click();
    await page.getByText("Receipt PORTAL-1.").waitFor();

    await page.getByRole("button", { name: "Resume rail" }).click();
    await page.getByText("Sending", { exact: true }).waitFor();
    await page.getByLabel("Units for $1").fill("129.25");
    await page.getByLabel("Source").fill("Central bank");
    await page.getByRole("button", { name: "Set rate" }).click();
    await page.getByText("129.25 KES").waitFor();
    const { payouts } = await readOverview(site);
    expect(payouts.map(({ state }) => state).sort()).toEqual(["approved", "confirmed"]);
  });

  it("says that the node of a deposit rail is stopped, and that it is back", async ({ pages, site }) => {
    const tron = await startFakeTron();
    const proxy = await startTcpProxy(tron.url);
    const chain = { reader: createTronChain(proxy.url, new Map()), steps: [], everyMs: 5 };
    const watch = watchDeposits(watchDepsOf(site.test), [chain]);
    try {
      const { page } = await pages.openAdmin("/admin/payouts", { hasClock: true });
      const rail = page.getByTestId("deposit-rail-TRC20");
      const refreshWhen = async (state: string): Promise<void> => {
        const isSo = async () => (await readOverview(site)).depositRails.some((each) => each.state === state);
        await expect.poll(isSo).toBe(true);
        await untilNextRefresh(page);
      };
      await rail.getByText("Working", { exact: true }).waitFor();
      expect(await rail.textContent()).toContain("1,000 of 1,000");
      proxy.set("refused");
      await refreshWhen("failing");
      await rail.getByText("Not answering, trying again").waitFor();
      await rail.getByText(/no answer/).waitFor();
      await expectAccessible(page, "deposit rails");
      await takePictures(page, "deposit-rails-failing");
      await site.test.sql`update deposit_rail_health set succeeded_at = now() - interval '12 minutes'`;
      await refreshWhen("down");
      await rail.getByText("Down for more than 5 minutes").waitFor();
      expect(await rail.textContent()).toContain("12 min ago");
      await takePictures(page, "deposit-rails-down");
      proxy.set("open");
      await refreshWhen("working");
      await rail.getByText("Working", { exact: true }).waitFor();
    } finally {
      await watch.stop();
      await proxy.close();
      await tron.close();
    }
  });

  it("shows both amounts of a payout whose rate has moved, and its investor what was decided", async ({
    pages,
    site,
  }) => {
    const { test } = site;
    const setRate = (rate: string) =>
      test.sql`insert into local_rates (currency, rate, source, set_at) values ('KES', ${rate}, 'Central bank', clock_timestamp())`;
    await setRate("100");
    const investor = await test.funded("200");
    const { id } = await callApi<{ id: string }>(investor, "POST", "/api/user/withdrawals", form);
    await setRate("125");
    const byHand = { status: "completed", transactionHash: "SGR1234567" };
    await callApi(test.admin, "POST", `/api/admin/withdrawals/${id}/approve`, byHand);
    const seen = await pages.openAs(investor, "/withdrawal");
    await seen.page.getByText(/We showed you KES 8,000 for \$80\.00\. At the rate of now it is KES 10,000\./).waitFor();
    await takePictures(seen.page, "rate-hold-investor");

    const { page } = await pages.openAdmin("/admin/payouts");
    await page.getByTestId("rate-hold").getByText("Payout of $80.00").waitFor();
    await expectAccessible(page, "amounts to decide");
    await expectToFit(page, [360, 1_440], "/admin/payouts with an amount to decide");
    await takePictures(page, "rate-hold-office");
    // The only administrator of a demo decides alone.
    await page.getByRole("button", { name: "Use KES 8,000 (shown)" }).click();
    await expectToast(page, "Success", "The amount is decided.");
    await page.getByText("No deposit or payout waits because its rate has moved.").waitFor();
    await seen.page.reload();
    await seen.page.getByText("The exchange rate has moved since your request. We pay KES 8,000.").waitFor();
    await callApi(test.admin, "POST", `/api/admin/withdrawals/${id}/approve`, byHand);
  });

  it("fits a phone and a desktop", async ({ pages, site }) => {
    await approve(site);
    const { page } = await pages.openAdmin("/admin/payouts");
    await page.getByRole("heading", { name: "Rails" }).waitFor();
    await page.getByTestId("payout").first().waitFor();
    await expectToFit(page, [360, 1_440], "/admin/payouts");
  });
});
