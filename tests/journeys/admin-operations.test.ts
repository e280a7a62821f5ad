import type { Operations } from "@wazi/contracts";
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { Screen, WatchedPage } from "../harness/browser.ts";
import { browserTest } from "../harness/browser-test.ts";
import {
  press,
  expectToast,
  expectAccessible,
  untilNextRefresh,
  abortRequests,
  callApi,
} from "../harness/page-actions.ts";
import type { Pages } from "../harness/pages.ts";
import { takePictures } from "../harness/take-pictures.ts";
import { adminAccount, type TestClient } from "../harness/test-app.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest.extend("calm", { scope: "file", auto: true }, ({ site }) => makeHealthy(site));

const OPERATIONS = "/api/admin/operations";
const forexBot = { index: 0, name: "Alpha-Forex-01" };
const whale = { index: 1, name: "Crypto-Whale-07" };
const titan = { index: 2, name: "Stock-Titan-05" };

/** Makes the installation healthy: the trader holds the lease, prices are fresh, and the books have been compared. */
async function makeHealthy(site: TestSite): Promise<void> {
  const { sql, admin } = site.test;
  await sql`update leases set expires_at = now() + interval '1 hour'`;
  await sql`
    insert into market_prices (market, symbol, price, change_percent, feed, bar_time, priced_at, place)
    values ('forex', 'EUR/USD', 1.08, 0.1, 'simulated', now(), now() + interval '1 hour', 1)
    on conflict (market, symbol) do update set priced_at = excluded.priced_at`;
  await callApi(admin, "POST", "/api/admin/reconciliations");
}

/** The server keeps the answer for two seconds. */
const readOperations = (site: TestSite): Promise<Operations> => callApi(site.test.admin, "GET", OPERATIONS);

/** Reads the bot's state from the API. */
async function readBot(site: TestSite, name: string): Promise<Operations["bots"][number]> {
  const { bots } = await readOperations(site);
  const bot = bots.find((each) => each.name === name);
  if (!bot) throw new Error(`no bot ${name}`);
  return bot;
}

const openOperations = (pages: Pages, screen?: Screen): Promise<WatchedPage> =>
  pages.openAdmin("/admin/operations", screen);

const rowOf = (page: Page, name: string): Locator =>
  page.getByRole("table", { name: "Bots" }).getByRole("row").filter({ hasText: name });

async function pauseThroughApi(site: TestSite, admin: TestClient, name: string, reason: string): Promise<void> {
  await callApi(admin, "POST", `/api/admin/bots/${(await readBot(site, name)).id}/pause`, { reason });
}

async function resumeThroughApi(site: TestSite, name: string): Promise<void> {
  await callApi(site.test.admin, "POST", `/api/admin/bots/${(await readBot(site, name)).id}/resume`);
}

describe("the status line of the operations page", () => {
  it("reports that all is well, and each fault as it appears", async ({ pages, site }) => {
    const { sql } = site.test;
    const { page } = await openOperations(pages, { hasClock: true });
    const verdict = page.getByTestId("verdict");
    await verdict.getByText("All systems normal").last().waitFor();
    await verdict.getByText(/^11 bots are trading\. The books matched the ledger .* ago\./).waitFor();
    await expectAccessible(page, "admin-operations-calm");

    const slow = await site.test.signUp();
    const form = { amount: "250", currency: "USDT", network: "TRC20" };
    const { id } = await callApi<{ id: string }>(slow, "POST", "/api/user/deposits", form);
    await sql`update deposits set created_at = now() - interval '45 minutes' where id = ${id}`;
    await sql`update leases set expires_at = now() - interval '3 minutes'`;
    await sql`update market_prices set priced_at = now() - interval '12 minutes'`;
    await sql`update pools set status = 'halted', halt_reason = 'Its last trade lost the whole value of the bot.'
      where bot_id = ${site.bots.ids[titan.index] ?? ""}`;
    await sql`
      insert into heartbeats (minute, answers, server_errors, answers_by_step)
      values (date_trunc('minute', now()) - interval '2 minutes', 40, 3, array_fill(0, array[28]))
      on conflict (minute) do update set server_errors = 3`;
    await expect.poll(async () => (await readOperations(site)).answers.last15Minutes.serverErrors).toBe(3);
    await untilNextRefresh(page);
    await verdict.getByText("4 faults need attention").last().waitFor();
    // Requests that wait too long are no fault and come after the faults.
    await verdict.getByText("1 queue is overdue").last().waitFor();
    expect(await verdict.getByRole("list").first().getByRole("link").count()).toBe(4);
    expect(await verdict.getByRole("list").last().getByRole("link").allInnerTexts()).toEqual([
      expect.stringMatching(/^Deposits to approve: /),
    ]);
    for (const text of [
      /^No trader is running\. Its lease expired 3 min ago\. No bots are trading\.$/,
      /^The simulated prices have stopped\. The latest is 12 min old\.$/,
      /^Stock-Titan-05 is halted: Its last trade lost the whole value of the bot\.$/,
      /^3 server errors in [\d,]+ responses in the last 15 minutes\.$/,
      /^Deposits to approve: 1 pending, the oldest for 45 min\.$/,
    ]) {
      await verdict.getByRole("link", { name: text }).waitFor();
    }
    const halted = rowOf(page, titan.name);
    await halted.getByText("Halted", { exact: true }).waitFor();
    await halted.getByText("Its last trade lost the whole value of the bot.").waitFor();
    expect(await halted.getByRole("button").count()).toBe(0);
    await rowOf(page, forexBot.name).getByText("No trader", { exact: true }).waitFor();
    await page.getByText("No trader is running", { exact: true }).waitFor();
    await page.getByText("Stopped", { exact: true }).waitFor();
    await expectAccessible(page, "admin-operations-troubled");

    await page.getByRole("link", { name: "Deposits to approve", exact: true }).click();
    await page.waitForURL("**/admin?tab=deposits**");
    await page.getByText(slow.email).first().waitFor();
    await page.goBack();
    await page.getByRole("link", { name: titan.name, exact: true }).click();
    await page.waitForURL(`**/bots/${site.bots.ids[titan.index]}`);

    await callApi(slow, "POST", `/api/user/deposits/${id}/cancel`);
    await sql`update pools set status = 'trading', halt_reason = null`;
    await sql`delete from heartbeats`;
    await makeHealthy(site);
  });

  it("says when the server does not answer and how old the figures are", async ({ pages }) => {
    const { page } = await openOperations(pages, { hasClock: true });
    await page.getByTestId("verdict").waitFor();
    await page.route(`**${OPERATIONS}`, (route) => route.abort());
    await untilNextRefresh(page);
    await page.getByRole("alert").getByText("Cannot reach the server").waitFor();
    await rowOf(page, forexBot.name).waitFor();
    await page.unroute(`**${OPERATIONS}`);
    await untilNextRefresh(page);
    await page.getByTestId("verdict").waitFor();
  });
});

describe("the queues of decisions about rails", () => {
  it("have their size and age, and a link to where they are decided", async ({ pages, site }) => {
    const { sql } = site.test;
    await sql`
      insert into payout_reviews (rail, kind, summary, found_at)
      values ('mpesa-b2c', 'unknown-payment', 'M-Pesa reports receipt SGL1 for an unknown payment.', now() - interval '26 hours')`;
    await sql`
      insert into statement_comparisons (differences, oldest_on, compared_at) values (3, current_date - 12, now())
      on conflict (only_one) do update set differences = 3, oldest_on = excluded.oldest_on`;
    await expect
      .poll(async () => (await readOperations(site)).queues)
      .toContainEqual(expect.objectContaining({ name: "statement-differences", count: 3 }));
    const { page } = await openOperations(pages);
    const queues = page.locator("#queues");
    const queueOf = (name: string) => queues.getByRole("row").filter({ hasText: name });
    await queueOf("Payout reports to review")
      .filter({ hasText: /1\s*oldest 26 h ago/ })
      .waitFor();
    await queueOf("Statement differences")
      .filter({ hasText: /3\s*oldest 12 days ago/ })
      .waitFor();
    const hrefOf = (name: string) => queues.getByRole("link", { name, exact: true }).getAttribute("href");
    expect(await hrefOf("Deposit payments to review")).toBe("/admin?tab=deposits");
    expect(await hrefOf("M-Pesa payments without an account")).toBe("/admin?tab=deposits");
    expect(await hrefOf("Payouts with an unknown result")).toBe("/admin/payouts");
    await expectAccessible(page, "admin-operations-rails");
    await takePictures(page, "operations-queues");
    await queues.getByRole("link", { name: "Payout reports to review" }).click();
    await page.getByText("M-Pesa reports receipt SGL1 for an unknown payment.").waitFor();
    await sql`update payout_reviews set decided_by = ${site.test.admin.userId}, decided_at = now(), decision = 'Looked up'`;
    await sql`update statement_comparisons set differences = 0, oldest_on = null`;
  });
});

describe("the list of bots", () => {
  it("is a table on a tablet and compact rows on a phone", async ({ pages }) => {
    const { page } = await openOperations(pages);
    await page.setViewportSize({ width: 768, height: 1_000 });
    const row = rowOf(page, forexBot.name);
    await row.waitFor();
    for (const heading of ["Bot", "State", "Investors", "NAV", "Record", "Action"]) {
      await page.getByRole("columnheader", { name: heading, exact: true }).waitFor();
    }
    expect((await row.boundingBox())?.height).toBeLessThan(60);
    const padding = await page.evaluate(
      "getComputedStyle(document.querySelector(\"table[aria-label='Bots'] td\")).paddingLeft",
    );
    expect(padding).toBe("8px");

    await page.setViewportSize({ width: 360, height: 780 });
    const leaf = page.getByRole("list", { name: "Bots" }).getByRole("listitem").filter({ hasText: forexBot.name });
    await leaf.getByText("NAV 1.0000").waitFor();
    await leaf.getByText("Trading", { exact: true }).waitFor();
    expect((await leaf.boundingBox())?.height).toBeLessThan(120);
    await press(leaf, `Pause ${forexBot.name}`);
    await page.getByRole("dialog").getByLabel("Reason").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    const over = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    expect(over).toBeLessThanOrEqual(0);
  });
});

describe("pausing a bot", () => {
  it("explains the effect, pauses the bot, informs investors and can be undone", async ({ pages, site }) => {
    const investor = await site.test.funded("1000");
    const other = await site.test.funded("1000");
    const [botId = ""] = site.bots.ids;
    await callApi(investor, "POST", "/api/user/bots/activate", { botId, allocatedAmount: "400" });
    await site.bots.open(forexBot.index, { side: "buy", price: 100, exposure: "1" });
    await site.bots.price(forexBot.index, 100);
    await site.keepPricesFresh();
    await makeHealthy(site);
    const { value, openTrade } = await readBot(site, forexBot.name);

    const { page } = await openOperations(pages);
    const row = rowOf(page, forexBot.name);
    await row.getByText(`${openTrade?.symbol}, bought`).waitFor();
    await press(page, `Pause ${forexBot.name}`);
    const dialog = page.getByRole("dialog");
    await dialog.getByText(`1 investor keeps $${value} in it and can leave at any time.`).waitFor();
    await dialog.getByText(`Its open trade in ${openTrade?.symbol} continues until its exit`).waitFor();
    await press(dialog, "Pause bot");
    await expectToast(page, "Error", "Please give a reason of at most 500 characters");
    await dialog.getByLabel("Reason").fill("Exchange maintenance");
    await expectAccessible(page, "admin-operations-pause");
    await abortRequests(page, "/api/admin/bots/*/pause", "POST", async () => {
      await press(dialog, "Pause bot");
      await expectToast(page, "Error", "Failed to pause the bot");
    });
    expect(await dialog.getByLabel("Reason").inputValue()).toBe("Exchange maintenance");
    expect((await readBot(site, forexBot.name)).status).toBe("trading");
    await press(dialog, "Pause bot");
    await expectToast(page, "Success", `${forexBot.name} is paused.`);
    await dialog.waitFor({ state: "detached" });
    await row.getByText("Paused", { exact: true }).waitFor();
    await row.getByText(/^Exchange maintenance · /).waitFor();
    expect(await readBot(site, forexBot.name)).toMatchObject({
      status: "paused",
      paused: { reason: "Exchange maintenance", by: { email: adminAccount.email } },
    });

    const seen = await pages.openAs(investor, `/bots/${botId}`);
    await seen.page.getByText("Paused", { exact: true }).first().waitFor();
    await seen.page
      .getByText(/is paused\. it opens no new trades.*you can leave at any time/i)
      .first()
      .waitFor();
    await expectAccessible(seen.page, "investor-paused-bot");
    const refused = await other.call("POST", "/api/user/bots/activate", { botId, allocatedAmount: "300" });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("paused");

    await press(page, `Resume ${forexBot.name}`);
    await dialog.getByText(/Exchange maintenance$/).waitFor();
    await dialog
      .getByText(`It trades again with $${(await readBot(site, forexBot.name)).value} from 1 investor.`)
      .waitFor();
    await expectAccessible(page, "admin-operations-resume");
    await press(dialog, "Resume bot");
    await expectToast(page, "Success", `${forexBot.name} is resumed.`);
    await row.getByText("Trading", { exact: true }).waitFor();
    await seen.page.reload();
    await seen.page.getByRole("heading", { name: forexBot.name }).waitFor();
    await expect.poll(() => seen.page.getByText("Paused", { exact: true }).count()).toBe(0);
    await callApi(other, "POST", "/api/user/bots/activate", { botId, allocatedAmount: "300" });
  });

  it("is rejected for the second of two administrators, with the name of the first", async ({ pages, site }) => {
    const colleague = await site.test.administrator("full", { firstName: "Baraka", lastName: "Mwangi" });
    const { page } = await openOperations(pages, { hasClock: true });
    await press(page, `Pause ${whale.name}`);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("Mine");
    // The page must not refresh before the second administrator presses the button.
    await page.route(`**${OPERATIONS}`, () => undefined);
    await pauseThroughApi(site, colleague, whale.name, "Wide spreads");
    const refusal = page.waitForResponse((response) => response.url().endsWith("/pause"));
    await press(dialog, "Pause bot");
    expect((await refusal).status()).toBe(409);
    await dialog.getByText(/^Crypto-Whale-07 is already paused by Baraka Mwangi since .* UTC/).waitFor();
    expect(await dialog.getByLabel("Reason").inputValue()).toBe("Mine");
    await page.unroute(`**${OPERATIONS}`);
    await page.reload();
    await rowOf(page, whale.name)
      .getByText(/^Wide spreads · Baraka Mwangi, /)
      .waitFor();
    expect((await readBot(site, whale.name)).paused).toMatchObject({ reason: "Wide spreads" });

    // An open dialog shows what another administrator did meanwhile.
    await press(page, `Resume ${whale.name}`);
    await dialog.getByRole("button", { name: "Resume bot" }).waitFor();
    await resumeThroughApi(site, whale.name);
    await untilNextRefresh(page);
    await dialog.getByText("No longer paused").waitFor();
    expect(await dialog.getByRole("button", { name: "Resume bot" }).count()).toBe(0);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await press(page, `Pause ${whale.name}`);
    await dialog.getByLabel("Reason").fill("Mine");
    await pauseThroughApi(site, colleague, whale.name, "Again");
    await untilNextRefresh(page);
    await dialog.getByText("Already paused").waitFor();
    await dialog.getByText(/^Paused by Baraka Mwangi at .* UTC: Again$/).waitFor();
    await expectAccessible(page, "admin-operations-overtaken");
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await resumeThroughApi(site, whale.name);
  });

  it.for(["read-only", "money"] as const)("needs more than the %s role", async (role, { pages, site }) => {
    const administrator = await site.test.administrator(role, { firstName: "Baraka", lastName: "Mwangi" });
    const { page, client } = await pages.openAs(administrator, "/admin/operations");
    for (const name of [`Pause ${forexBot.name}`, "Check now"]) {
      const button = page.getByRole("button", { name });
      await button.waitFor();
      expect([name, await button.isDisabled(), await button.getAttribute("title")]).toEqual([
        name,
        true,
        "Requires full access",
      ]);
    }
    await expectAccessible(page, `admin-operations-${role}`);
    const botId = (await readBot(site, forexBot.name)).id;
    for (const path of [`/api/admin/bots/${botId}/pause`, "/api/admin/reconciliations"]) {
      const answer = await client.call("POST", path, path.endsWith("pause") ? { reason: "no" } : undefined);
      expect([path, answer.status]).toEqual([path, 403]);
    }
  });
});

describe("comparing the books", () => {
  it("runs on request and names the differences", async ({ pages, site }) => {
    const { sql } = site.test;
    // All entries are compared the first time, and later those since its checkpoint.
    await callApi(site.test.admin, "POST", "/api/admin/reconciliations");
    const { userId } = await site.test.funded("500");
    const account = `user:${userId}:deposit_funds`;
    const { page } = await openOperations(pages);
    await press(page, "Check now");
    await expectToast(page, "Success", "The books match the ledger.");
    await page.getByText(/checks at .* UTC\. No differences\.$/).waitFor();
    await page.getByText(/^Since .* UTC: no differences\.$/).waitFor();
    await page.getByText(/^All entries last compared .* UTC\.$/).waitFor();
    await expectAccessible(page, "admin-operations-agree");
    await takePictures(page, "admin-operations-agree");

    await sql`update ledger_accounts set balance = balance + 1 where code = ${account}`;
    await press(page, "Check now");
    const found = page.getByTestId("differences");
    await found.getByText(account, { exact: true }).waitFor();
    await found.getByText("Failed: an account's balance equals the sum of its entries").waitFor();
    await found.getByText("Ledger: 500.00, stored: 501.00.").first().waitFor();
    await page
      .getByTestId("verdict")
      .getByRole("link", { name: /^The books differ from the ledger: \d+ differences?\.$/ })
      .waitFor();
    await expectAccessible(page, "admin-operations-differences");
    await takePictures(page, "admin-operations-differences");

    await sql`update ledger_accounts set balance = balance - 1 where code = ${account}`;
    await abortRequests(page, "/api/admin/reconciliations", "POST", async () => {
      await press(page, "Check now");
      await expectToast(page, "Error", "Failed to check the books");
    });
    await press(page, "Check now");
    await expectToast(page, "Success", "The books match the ledger.");
    await page.getByText("Earlier checks").first().click();
    await page
      .getByRole("list", { name: "Earlier checks" })
      .getByText(/difference/)
      .first()
      .waitFor();
  });
});
