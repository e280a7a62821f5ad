import type { AnswerOf, getMoneyFlows, MoneyFlowDay } from "@wazi/contracts";
import { DAY_MS, formatAmount } from "@wazi/contracts";
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import type { WatchedPage } from "../harness/browser.ts";
import { browserTest } from "../harness/browser-test.ts";
import { toCents } from "../harness/money-calls.ts";
import { tryAgain, press, expectAccessible, expectToFit, callApi } from "../harness/page-actions.ts";
import type { Pages } from "../harness/pages.ts";
import type { TestSite } from "../harness/test-site.ts";
import { changeHistory } from "../harness/change-history.ts";

const it = browserTest;

const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

const quietDay: MoneyFlowDay = {
  day: dayBefore(0),
  moneyIn: "500.00",
  moneyOut: "0.00",
  traded: "0.00",
  interest: "0.00",
  adjusted: "0.00",
  platformIncome: "0.00",
  other: "0.00",
  held: "500.00",
  owed: "500.00",
};

const openMoney = (pages: Pages, search = ""): Promise<WatchedPage> => pages.openAdmin(`/admin/money${search}`);

/** Reads a figure from the page as a decimal string. */
async function shown(place: Page | Locator, testId: string): Promise<string> {
  return (await place.getByTestId(testId).getAttribute("value")) ?? "";
}

/** Sums the ledger entries of these accounts. */
async function ledgerSum(site: TestSite, accounts: string): Promise<bigint> {
  const [row] = await site.test.sql<{ sum: string }[]>`
    select coalesce(sum(e.amount), 0)::numeric(20, 2)::text as sum
    from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.code like ${accounts}`;
  return toCents(row?.sum ?? "0");
}

const readFlows = (site: TestSite) =>
  callApi<AnswerOf<typeof getMoneyFlows>>(site.test.admin, "GET", "/api/admin/money-flows");

/** Three days ago: a deposit of 500.00. Today: a deposit of 300.50, a withdrawal of 80.00, trades, an exit and an adjustment of 50.00. */
async function moveMoney(site: TestSite): Promise<void> {
  const { admin, database } = site.test;
  const [botId = ""] = site.bots.ids;
  const early = await site.test.funded("500");
  // The application's role may not change entries, so the database owner does.
  const owner = openPool(database.url, { max: 1, role: null });
  await changeHistory(owner, (tx) => tx`update ledger_transactions set posted_at = posted_at - interval '3 days'`);
  await owner.end();
  const late = await site.test.funded("300.50");
  const form = { amount: "80", withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345678" };
  await callApi(early, "POST", "/api/user/bots/activate", { botId, allocatedAmount: "400" });
  const { id } = await callApi<{ id: string }>(early, "POST", "/api/user/withdrawals", form);
  await callApi(admin, "POST", `/api/admin/withdrawals/${id}/approve`, { status: "completed" });
  await site.bots.open(0, { side: "buy", price: 100, exposure: "1" });
  await site.bots.price(0, 120);
  await site.bots.close(0, 120);
  await site.keepPricesFresh();
  await callApi(early, "POST", "/api/user/bots/deactivate", { botId });
  const gift = { balance: "350.50", reason: "Goodwill", expected: { balance: "300.50" } };
  await callApi(admin, "POST", `/api/admin/users/${late.userId}/balance`, gift);
  // With an open trade the amount owed differs from the last unit price.
  await callApi(late, "POST", "/api/user/bots/activate", { botId, allocatedAmount: "200" });
  await site.bots.open(0, { side: "buy", price: 120, exposure: "1" });
  await site.bots.price(0, 110);
  await site.keepPricesFresh();
}

function tableRow(page: Page, day: string): Locator {
  return page.getByRole("region", { name: "Day by day" }).getByRole("row").filter({ hasText: day });
}

async function cellsOf(row: Locator): Promise<string[]> {
  return row.locator("data").evaluateAll((cells) => cells.map((cell) => (cell as { value: string }).value));
}

const figuresOf = (day: MoneyFlowDay): string[] => [
  day.moneyIn,
  day.moneyOut,
  day.traded,
  day.adjusted,
  day.platformIncome,
  day.other,
  day.held,
  day.owed,
];

describe("the money page", () => {
  it("shows a text instead of the chart before the first income", async ({ pages }) => {
    const { page } = await openMoney(pages);
    await page.route("**/api/admin/money-flows*", async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as AnswerOf<typeof getMoneyFlows>;
      await route.fulfill({ response, json: { ...answer, days: [quietDay] } });
    });
    await page.reload();
    await page.getByRole("heading", { name: "Platform income" }).waitFor();
    await page.getByText("None yet", { exact: true }).waitFor();
    await page.getByRole("slider", { name: "Money in and out: day" }).waitFor();
    expect(await page.getByRole("slider", { name: "Platform income: day" }).count()).toBe(0);
  });

  it("handles days without money flows and a failed request", async ({ pages }) => {
    const { page } = await openMoney(pages);
    await page.getByText(/^No money has moved yet\./).waitFor();
    expect(await shown(page, "held")).toBe("0.00");
    await expectAccessible(page, "admin-money-empty");
    await page.route("**/api/admin/money-flows*", (route) => route.abort());
    await page.reload();
    await page.getByText("Could not load the money flows").waitFor();
    await tryAgain(page, "**/api/admin/money-flows*");
    await page.getByText(/^No money has moved yet\./).waitFor();
  });

  it("shows the ledger's totals to the cent", async ({ pages, site }) => {
    await moveMoney(site);
    const { page } = await openMoney(pages);
    await page.getByRole("heading", { name: "Day by day" }).waitFor();

    const external = await ledgerSum(site, "external:%");
    const market = await ledgerSum(site, "market");
    expect(-external).toBe(50_000n + 30_050n - 8_000n);
    expect(toCents(await shown(page, "held"))).toBe(-external - market);
    expect(toCents(await shown(page, "sum-moneyIn"))).toBe(80_050n);
    expect(toCents(await shown(page, "sum-moneyOut"))).toBe(8_000n);
    expect(toCents(await shown(page, "sum-traded"))).toBe(-market);
    expect(toCents(await shown(page, "sum-adjusted"))).toBe(5_000n);
    const income = await ledgerSum(site, "platform:profit_share");
    expect(income).toBeGreaterThan(0n);
    expect(toCents(await shown(page, "sum-platformIncome"))).toBe(income);
    const { now, days } = await readFlows(site);
    expect(await shown(page, "owed")).toBe(now.owed);
    expect(toCents(await shown(page, "coverage"))).toBe(toCents(now.held) - toCents(now.owed));
    expect(await page.getByText("Unexplained").count()).toBe(0);
    // The platform received 15.99 of profit share and a cent of rounding, and paid an adjustment of 50.00.
    await page.getByText(/^Excluding open trades, \$34\.00 is missing to cover what investors are owed\.$/).waitFor();

    expect(days.map(({ day }) => day)).toEqual([3, 2, 1, 0].map(dayBefore));
    for (const day of days)
      expect([day.day, ...(await cellsOf(tableRow(page, day.day)))]).toEqual([day.day, ...figuresOf(day)]);
    expect(figuresOf(days[0] as MoneyFlowDay)).toEqual([
      "500.00",
      "0.00",
      "0.00",
      "0.00",
      "0.00",
      "0.00",
      "500.00",
      "500.00",
    ]);
    await tableRow(page, dayBefore(0)).getByText("so far").waitFor();
    // A bot's loss so far counts as positive here, and the page says so.
    const openTrades = page.locator("dl > div").filter({ hasText: "Open trades" });
    expect(await openTrades.locator("dd").first().innerText()).toMatch(/^\+\$/);
    await openTrades.getByText("Plus: losing, so investors are already owed less. Minus: winning.").waitFor();
    await expectAccessible(page, "admin-money");
  });

  it("shows each day's figures by pointer, by keyboard and to screen readers", async ({ pages, site }) => {
    const { page } = await openMoney(pages);
    const chart = page.getByRole("slider", { name: "Money in and out: day" });
    const { days } = await readFlows(site);
    const today = days.at(-1) as MoneyFlowDay;
    const said = async (): Promise<string> => (await chart.getAttribute("aria-valuetext")) ?? "";
    await chart.focus();
    expect(await said()).toContain(`so far: In $${formatAmount(today.moneyIn)}, Out $${formatAmount(today.moneyOut)}`);
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowLeft");
    expect(await said()).toMatch(/ 20\d\d: In \$500\.00, Out \$0\.00$/);
    expect(await chart.getAttribute("aria-valuenow")).toBe("1");
    // The other charts show the same day.
    const owed = page.getByRole("slider", { name: "Held and owed: day" });
    expect(await owed.getAttribute("aria-valuetext")).toContain("Held $500.00, Owed $500.00, Difference $0.00");
    await page.keyboard.press("ArrowLeft");
    expect(await chart.getAttribute("aria-valuenow")).toBe("1");
    await page.keyboard.press("End");
    expect(await chart.getAttribute("aria-valuenow")).toBe("4");
    await page.keyboard.press("Home");
    expect(await chart.getAttribute("aria-valuenow")).toBe("1");
    await expectAccessible(page, "admin-money-chosen");

    await chart.blur();
    await chart.hover({ position: { x: 90, y: 60 } });
    await page.locator("figure").first().getByText("$500.00").waitFor();
    await page.mouse.move(0, 0);
    await expect.poll(said).toContain("so far");
  });

  it("keeps the range in the URL, and offers the figures as a table", async ({ pages, site }) => {
    const { page, context } = await openMoney(pages, "?days=7");
    const range = (days: string): Locator => page.getByRole("radio", { name: `${days} days` });
    await range("30").waitFor();
    expect(await range("30").isChecked()).toBe(true);
    const asked = page.waitForRequest("**/api/admin/money-flows?days=365");
    await page.getByText("365 days", { exact: true }).click();
    await asked;
    await page.waitForURL("**/admin/money?days=365");
    await page.reload();
    await range("365").waitFor();
    expect(await range("365").isChecked()).toBe(true);
    await page.keyboard.press("Tab");
    await range("365").focus();
    await page.keyboard.press("ArrowLeft");
    await page.waitForURL("**/admin/money?days=90");

    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await press(page, "Copy table for a spreadsheet");
    const { days } = await readFlows(site);
    await expect
      .poll(async () => (await page.evaluate<string>("navigator.clipboard.readText()")).split("\n").slice(1))
      .toEqual([...days].reverse().map((day) => [day.day, ...figuresOf(day)].join("\t")));
  });

  it("fits a phone and a tablet", async ({ pages }) => {
    const { page } = await pages.openAdmin("/admin", { width: 360 });
    for (const path of ["/admin/money", "/admin/operations"]) {
      await page.goto(path);
      await page.getByRole("heading", { name: path.endsWith("money") ? "Day by day" : "Queues" }).waitFor();
      await expectToFit(page, [768, 360], path);
    }
  });
});
