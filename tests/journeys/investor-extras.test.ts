import { MINUTE_MS } from "@wazi/contracts";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { browserTest } from "../harness/browser-test.ts";
import { tryAgain, press, expectToast, expectAccessible } from "../harness/page-actions.ts";
import type { TestClient } from "../harness/test-app.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest;

const forex = { index: 0, name: "Alpha-Forex-01" };
const crypto = { index: 1, name: "Crypto-Whale-07" };
const stocks = { index: 2, name: "Stock-Titan-05" };
const PASSWORD = "Correct-h0rse!";
const NEW_PASSWORD = "An0ther-horse!";

/** Calls the API outside the browser. Fails unless the answer is a success. */
async function callApi<T>(client: TestClient, method: "GET" | "POST", path: string, body?: unknown): Promise<T> {
  const answer = await client.call(method, path, body);
  expect([path, answer.status < 300 ? "ok" : answer.text]).toEqual([path, "ok"]);
  return answer.body;
}

const botId = (site: TestSite, index: number): string => site.bots.ids[index] ?? "";

const activate = (
  site: TestSite,
  client: TestClient,
  index: number,
  allocatedAmount: string,
  levels: Record<string, string> = {},
) => callApi(client, "POST", "/api/user/bots/activate", { botId: botId(site, index), allocatedAmount, ...levels });

async function trade(site: TestSite, index: number, side: "buy" | "sell", from: number, to: number): Promise<void> {
  await site.bots.open(index, { side, price: from, exposure: "0.5" });
  await site.bots.close(index, to);
}

/** Inserts one-minute bars at the times at which the scripted bots trade. */
async function insertBars(site: TestSite, symbol: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const middle = 100 + Math.sin(index / 9) * 3 + index / 40;
    const [open, high, low, close] = [middle, middle + 0.8, middle - 0.7, middle + Math.sin(index) / 2].map(String);
    await site.test.sql`
      insert into candles (feed, symbol, interval, bar_time, open, high, low, close, volume)
      values ('simulated', ${symbol}, '1m', ${new Date(index * MINUTE_MS)}, ${open}, ${high}, ${low}, ${close}, 1)`;
  }
}

/** Reads the amounts of a list as decimal strings. */
async function valuesOf(page: Page, testId: string): Promise<(string | null)[]> {
  return Promise.all((await page.getByTestId(testId).all()).map((each) => each.getAttribute("value")));
}

async function valueOf(page: Page, testId: string): Promise<string | null> {
  return page.getByTestId(testId).getAttribute("value");
}

describe("a bot's page", () => {
  it("shows the server's figures, readable charts and the trades", async ({ pages, site }) => {
    const client = await site.test.funded("1000");
    await activate(site, client, forex.index, "400", { stopLossPct: "20", takeProfitPct: "50" });
    for (const [from, to] of [
      [100, 103],
      [103, 101],
      [101, 106],
    ] as const)
      await trade(site, forex.index, "buy", from, to);
    await trade(site, forex.index, "sell", 106, 104);
    await insertBars(site, "EUR/USD", 60);
    const { page } = await pages.openAs(client, "/bots");
    // Its card names it too, whichever of the two is there first.
    await page.getByTestId("bot-grades").getByRole("link", { name: forex.name }).click();
    await page.getByRole("heading", { level: 1, name: forex.name }).waitFor();
    await page.waitForURL(`**/bots/${botId(site, forex.index)}`);

    const path = `/api/bots/${botId(site, forex.index)}`;
    const record = await callApi<Record<string, string>>(client, "GET", `${path}/track-record`);
    await expect.poll(() => page.getByTestId("win-rate").innerText()).toBe(`${record["winRatePct"]}%`);
    expect(await page.getByTestId("max-drawdown").innerText()).toBe(`${record["maxDrawdownPct"]}%`);
    await page.getByText(/on simulated prices, with paper money/).waitFor();
    await page.getByText(/4 trades say little yet/).waitFor();

    const [own] = await callApi<Record<string, string>[]>(client, "GET", "/api/user/bots");
    expect(await valueOf(page, "position-own-money")).toBe("400.00");
    const worth = Number(own?.["allocatedAmount"]) + Number(own?.["runningProfit"]);
    expect(await valueOf(page, "position-value")).toBe(worth.toFixed(2));
    expect(await valueOf(page, "position-profit")).toBe(own?.["runningProfit"]);
    await page.getByTestId("exit-preview").getByText("Added to your balance").waitFor();

    const charts = page.getByTestId("chart");
    // The backtest, what it held over time, the own record and the prices.
    await expect.poll(() => charts.count()).toBe(4);
    for (const chart of await charts.all()) {
      await expect.poll(() => chart.getAttribute("data-arrival")).toBe("ready");
      expect(await chart.locator("canvas").count()).toBeGreaterThan(0);
    }
    expect(await charts.nth(2).getAttribute("aria-label")).toContain(`one unit of ${forex.name} went from 1.0000`);
    await page.getByRole("link", { name: "tradingview.com" }).waitFor();

    const { items } = await callApi<{ items: { profit: string }[] }>(client, "GET", `${path}/trades?limit=20`);
    expect(await valuesOf(page, "bot-trade-profit")).toEqual(items.map(({ profit }) => profit));
    await expectAccessible(page, "bot");
  });

  it("reads a chart by keyboard, as a table and as a file", async ({ pages, site }) => {
    const client = await site.test.funded("1000");
    await activate(site, client, stocks.index, "400");
    await trade(site, stocks.index, "buy", 100, 103);
    await trade(site, stocks.index, "buy", 103, 101);
    await insertBars(site, "SPY", 400);
    const { page } = await pages.openAs(client, `/bots/${botId(site, stocks.index)}`);
    const record = page.getByRole("region", { name: "Track record" });
    await record.getByTestId("chart").focus();
    await expect
      .poll(async () => {
        await page.keyboard.press("End");
        return record.getByTestId("chart-spoken").innerText();
      })
      .toMatch(new RegExp(`${stocks.name} [+−]\\d+\\.\\d\\d%, .*Cash 0\\.00%, Drawdown −?\\d+\\.\\d\\d%`));
    await page.keyboard.press("Home");
    await record.getByTestId("chart-spoken").getByText(`${stocks.name} 0.00%`).waitFor();
    await record.getByTestId("chart-values").getByText("At the crosshair").waitFor();
    await page.keyboard.press("Escape");
    await record.getByTestId("chart-values").getByText("Since the start").waitFor();

    const cash = record.getByRole("button", { name: /^Cash/ });
    await cash.click();
    expect(await cash.getAttribute("aria-pressed")).toBe("false");
    await press(record, "Logarithmic scale");
    await press(record, "Show as a table");
    await record.getByRole("columnheader", { name: "Drawdown" }).waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), press(record, /as CSV$/)]);
    expect(download.suggestedFilename()).toBe(`${stocks.name}-return.csv`);
    const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
    expect(lines[0]).toMatch(new RegExp(`^time_utc,${stocks.name} \\(%\\),`));
    expect(lines[1]).toMatch(/Z,0\.0000,/);

    const prices = page.getByRole("region", { name: "Prices and trades" });
    await prices.getByLabel("Symbol").selectOption("SPY");
    await prices.getByRole("img").or(prices.getByTestId("chart")).first().waitFor();
    await press(prices, "Show as a table");
    await prices
      .getByText(/bought\./i)
      .first()
      .waitFor();
    await prices
      .getByText(/closed with a (gain|loss)\./i)
      .first()
      .waitFor();
  });

  it("activates and deactivates, and says when there is no such bot", async ({ pages, site }) => {
    const client = await site.test.funded("500");
    const { page } = await pages.openAs(client, `/bots/${botId(site, crypto.index)}`);
    await page.getByText("No closed trades yet").first().waitFor();
    await expectAccessible(page, "bot-untraded");
    await press(page, `Activate ${crypto.name}`);
    await page.getByLabel("Allocation amount (USD)").fill("150");
    await press(page, "Activate bot");
    await expectToast(page, "Bot Activated");
    await expect.poll(() => valueOf(page, "position-own-money")).toBe("150.00");
    await press(page, `Deactivate ${crypto.name}`);
    await press(page, "Deactivate bot");
    await expectToast(page, "Bot Deactivated");
    await page.getByRole("button", { name: `Activate ${crypto.name}` }).waitFor();
    await page.goto("/bots/none-such");
    await page.getByRole("heading", { name: "Bot not found" }).waitFor();
  });
});

describe("the trade history", () => {
  it("is filtered by the URL and shown in pages", async ({ pages, site }) => {
    const client = await site.test.funded("1000");
    await activate(site, client, forex.index, "400");
    await activate(site, client, crypto.index, "400");
    for (let count = 0; count < 14; count += 1) await trade(site, forex.index, count % 2 ? "sell" : "buy", 100, 101);
    for (let count = 0; count < 14; count += 1) await trade(site, crypto.index, "buy", 100, 102);
    const { page } = await pages.openAs(client, "/dashboard");
    await press(page, "Account");
    await page.getByRole("link", { name: "History" }).click();
    const profits = page.getByTestId("history-profit");
    await expect.poll(() => profits.count()).toBe(25);
    await expectAccessible(page, "history");
    await press(page, "Show More");
    await expect.poll(() => profits.count()).toBe(28);
    await page.getByLabel("Bot", { exact: true }).selectOption({ label: forex.name });
    await page.getByLabel("Result").selectOption("lost");
    await expect.poll(() => profits.count()).toBe(7);
    const url = new URL(page.url());
    expect(Object.fromEntries(url.searchParams)).toEqual({ bot: botId(site, forex.index), outcome: "lost" });
    await page.reload();
    await expect.poll(() => profits.count()).toBe(7);
    const values = await valuesOf(page, "history-profit");
    expect(values.every((value) => value?.startsWith("-"))).toBe(true);
    await page.getByLabel("To", { exact: true }).fill("2020-01-01");
    await page.getByText("No trades match these filters.").waitFor();
    await expectAccessible(page, "history-none");
    await press(page, "Show all trades");
    await expect.poll(() => profits.count()).toBe(25);
    expect(new URL(page.url()).search).toBe("");
  });

  it("has two lines for each trade on a phone, with prices as their market quotes them", async ({ pages, site }) => {
    const client = await site.test.funded("1000");
    await activate(site, client, forex.index, "400");
    await trade(site, forex.index, "buy", 1.0843123456, 1.0912345678);
    const { page } = await pages.openAs(client, "/history", { width: 360 });
    const row = page.getByTestId("trade-row").first();
    // With the costs of both sides.
    await row.getByText(/^1\.08\d{3} → 1\.09\d{3}$/).waitFor();
    expect((await row.boundingBox())?.height).toBeLessThan(80);
    const over = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    expect(over).toBeLessThanOrEqual(0);
  });

  it("says when it cannot be loaded, and tries again", async ({ pages, site }) => {
    const { page } = await pages.openAs(await site.test.signUp(), "/status");
    await page.route("**/api/user/trades*", (route) => route.abort());
    await page.goto("/history");
    await page.getByText("Could not load your trades").waitFor();
    await tryAgain(page, "**/api/user/trades*");
    await page.getByText("No trades yet. Your bots will start trading soon!").waitFor();
  });
});

describe("the statement", () => {
  it("adds up to the dashboard's balance and can be downloaded", async ({ pages, site }) => {
    const client = await site.test.funded("1000");
    await activate(site, client, forex.index, "300");
    await trade(site, forex.index, "buy", 100, 104);
    await callApi(client, "POST", "/api/user/bots/deactivate", { botId: botId(site, forex.index) });
    const { page } = await pages.openAs(client, "/dashboard");
    const balance = await valueOf(page, "balance");
    await page.getByRole("link", { name: "Where does this come from?" }).click();
    await page.waitForURL("**/statement");
    await expect.poll(() => valueOf(page, "closing-balance")).toBe(balance);
    const lines = page.getByTestId("statement-line");
    expect(await lines.count()).toBe(3);
    expect(await lines.last().getByTestId("line-balance").getAttribute("value")).toBe(balance);
    await lines.first().getByText("Deposit of $1,000.00 received").waitFor();
    await expectAccessible(page, "statement");
    for (const [kind, begins] of [
      ["CSV", ""],
      ["PDF", "%PDF-"],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: new RegExp(`as ${kind}`) }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(
        new RegExp(`^wazi-statement-\\d{4}-\\d{2}\\.${kind.toLowerCase()}$`),
      );
      const text = await readFile(await download.path(), "latin1");
      expect(text.startsWith(begins)).toBe(true);
      if (kind === "CSV") expect(text).toContain(balance);
    }
  });

  it("of a new investor says how to start", async ({ pages, site }) => {
    const opened = await pages.openAs(await site.test.signUp(), "/statement");
    await opened.page.getByRole("heading", { level: 1, name: "Statement" }).waitFor();
    await opened.page.getByText(/^No movements (yet|in)/).waitFor();
    await expectAccessible(opened.page, "statement-empty");
  });
});

describe("the balance chart", () => {
  it("shows the first day too, a range by choice, and gain apart from money added", async ({ pages, site }) => {
    const client = await site.test.funded("1000");
    const { page } = await pages.openAs(client, "/dashboard");
    const card = page.getByRole("region", { name: "Balance over time" });
    await expect.poll(() => valueOf(page, "total-now")).toBe("1000.00");
    expect(await valueOf(page, "range-gain")).toBe("0.00");
    await card.getByRole("button", { name: "All" }).click();
    await card.getByRole("img", { name: /to \$1,000\.00 now\.$/ }).waitFor();
    await expectAccessible(page, "dashboard-balance");
  });
});

describe("the profile", () => {
  it("saves each field of the details, and takes back an optional one", async ({ pages, site }) => {
    const client = await site.test.signUp({ riskTolerance: "low" });
    const { page } = await pages.openAs(client, "/profile");
    await page.getByLabel("Country").selectOption("Ghana");
    await page.getByLabel("Date of birth").fill("2020-01-01");
    await press(page, "Save details");
    await expectToast(page, "Save Failed");
    await page.getByLabel("Date of birth").fill("1985-02-03");
    await page.getByLabel("Preferred market").selectOption("Crypto");
    await page.getByLabel("Risk tolerance").selectOption("Not sure yet");
    await page.getByLabel("Send me news about Wazi by email").check();
    await press(page, "Save details");
    await expectToast(page, "Profile Saved");
    expect(await callApi(client, "GET", "/api/user/account-details")).toMatchObject({
      country: "Ghana",
      birthday: "1985-02-03",
      preferredMarket: "crypto",
      riskTolerance: null,
      marketingOptIn: true,
    });
  });

  it("changes the name; a new password ends other sessions", async ({ pages, site }) => {
    const client = await site.test.signUp();
    const elsewhere = await pages.openAs(client, "/dashboard");
    await elsewhere.page.getByRole("heading", { name: "Welcome, Amina" }).waitFor();
    const { page } = await pages.openAs(client, "/profile");
    await expect.poll(() => page.getByTestId("session").count()).toBe(3);
    await expectAccessible(page, "profile");
    await page.getByLabel("First name").fill("A");
    await press(page, "Save profile");
    await page.getByText("First name must be at least 2 characters").waitFor();
    await page.getByLabel("First name").fill("Zawadi");
    await press(page, "Save profile");
    await expectToast(page, "Profile Saved");

    await page
      .getByRole("button", { name: /^End the session/ })
      .first()
      .click();
    const confirmation = page.getByRole("dialog", { name: "Confirm that it is you" });
    await confirmation.getByLabel("Your password", { exact: true }).fill(PASSWORD);
    await press(confirmation, "Confirm");
    await expectToast(page, "Session Ended");
    await expect.poll(() => page.getByTestId("session").count()).toBe(2);

    await page.getByLabel("Current password", { exact: true }).fill("Wrong-h0rse!");
    await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel("Confirm password", { exact: true }).fill(NEW_PASSWORD);
    await press(page, "Change password");
    await page.getByRole("main").getByText("Your current password is incorrect").waitFor();
    await page.getByLabel("Current password", { exact: true }).fill(PASSWORD);
    await press(page, "Change password");
    await expectToast(page, "Password Changed");
    await expect.poll(() => page.getByTestId("session").count()).toBe(1);
    await elsewhere.page.getByRole("heading", { name: "Sign in" }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download my data as JSON" }).click(),
    ]);
    expect(JSON.parse(await readFile(await download.path(), "utf8"))).toMatchObject({
      profile: { first_name: "Zawadi" },
    });
  });
});

describe("live updates", () => {
  it("show a deposit approved elsewhere without polling", async ({ pages, site }) => {
    // The dashboard shows figures from the first money on.
    const client = await site.test.funded("100");
    const { id } = await callApi<{ id: string }>(client, "POST", "/api/user/deposits", {
      amount: "250",
      currency: "USDT",
      network: "TRC20",
    });
    const { page } = await pages.openAs(client, "/status");
    // With the clock stopped, no poll is due.
    await page.clock.install();
    await Promise.all([page.waitForResponse("**/api/events?*"), page.goto("/dashboard")]);
    expect(await valueOf(page, "balance")).toBe("100.00");
    await page.clock.pauseAt(Date.now() + MINUTE_MS);
    await callApi(site.test.admin, "POST", `/api/admin/deposits/${id}/approve`, { status: "completed" });
    await expect
      .poll(async () => {
        await page.clock.runFor(100);
        return valueOf(page, "balance");
      })
      .toBe("350.00");
  });

  it("say when the connection is lost and when it is back", async ({ pages, site }) => {
    const { page, context } = await pages.openAs(await site.test.signUp(), "/dashboard");
    await page.getByText("No trades yet").waitFor();
    await context.setOffline(true);
    await page.getByText("You are offline.", { exact: false }).waitFor();
    await expectAccessible(page, "offline");
    await context.setOffline(false);
    await expect.poll(() => page.getByText("You are offline.", { exact: false }).count()).toBe(0);

    await page.route("**/api/events?*", (route) => route.abort());
    site.test.app.server.closeAllConnections();
    await page.getByText("Reconnecting.", { exact: false }).waitFor();
    const again = page.waitForResponse("**/api/events?*");
    await page.unroute("**/api/events?*");
    await again;
    await expect.poll(() => page.getByText("Reconnecting.", { exact: false }).count()).toBe(0);
  });
});
