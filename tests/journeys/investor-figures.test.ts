import type { UserBot, UserCosts } from "@wazi/contracts";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { browserTest } from "../harness/browser-test.ts";
import { callApi, expectAccessible, press } from "../harness/page-actions.ts";
import { OWN_TIME } from "../harness/scripted-bots.ts";
import { takePictures } from "../harness/take-pictures.ts";
import type { TestClient } from "../harness/test-app.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest.extend("settings", { scope: "file" }, () => OWN_TIME);

const forex = { index: 0, name: "Alpha-Forex-01" };
const crypto = { index: 1, name: "Crypto-Whale-07" };

const activate = (site: TestSite, client: TestClient, { index }: { index: number }, allocatedAmount: string) =>
  callApi(client, "POST", "/api/user/bots/activate", { botId: site.bots.ids[index], allocatedAmount });

async function trade(site: TestSite, { index }: { index: number }, from: number, to: number): Promise<void> {
  await site.bots.open(index, { side: "buy", price: from, exposure: "0.5" });
  await site.bots.close(index, to);
}

/** Changes recorded trades as no program may: gives them the times of a replay, or of markets ahead of the clock. */
async function setBarTimes(site: TestSite, { index }: { index: number }, change: "replay" | "ahead"): Promise<void> {
  const sql = openPool(site.test.database.url, { max: 1, role: null });
  const botId = site.bots.ids[index] ?? "";
  try {
    if (change === "ahead")
      await sql`update bot_trades set bar_time = executed_at + interval '30 days' where bot_id = ${botId}`;
    else await sql`update bot_trades set feed = 'replay', bar_time = '2024-03-05T10:03:00Z' where bot_id = ${botId}`;
  } finally {
    await sql.end();
  }
}

const valueOf = (page: Page, testId: string) => page.getByTestId(testId).first().getAttribute("value");

describe("what an investor has", () => {
  it("is one figure on the dashboard, in the list of bots and on the bot's page", async ({ pages, site }) => {
    const client = await site.test.funded("1000");
    await activate(site, client, forex, "400");
    await trade(site, forex, 100, 103);
    const botId = site.bots.ids[forex.index];
    await site.test.sql`
      insert into bot_marks (bot_id, at, exit_mark)
      select ${botId}, now() - make_interval(hours => hour), 1 + (24 - hour) * 0.0005 from generate_series(1, 24) hour`;
    const { page } = await pages.openAs(client, "/dashboard");
    const [own] = await callApi<Record<string, string>[]>(client, "GET", "/api/user/bots");
    const [allocated, profit] = [Number(own?.["allocatedAmount"]), Number(own?.["runningProfit"])];
    expect(profit).toBeGreaterThan(0);
    const worth = (allocated + profit).toFixed(2);

    await expect.poll(() => valueOf(page, "worth-now")).toBe((600 + allocated + profit).toFixed(2));
    const bot = page.getByRole("region", { name: "Trading Bots" }).getByRole("link", { name: /^Alpha-Forex-01/ });
    expect(await bot.getByTestId("bot-value").getAttribute("value")).toBe(worth);
    const percent = Math.floor((profit / allocated) * 10_000) / 100;
    expect(await bot.getByTestId("bot-return").innerText()).toContain(`${percent.toFixed(2)}%`);
    await expect.poll(() => bot.locator("svg path, svg polyline").count()).toBeGreaterThan(0);
    // The deposit is of today and no gain; the profit is.
    await expect
      .poll(() => page.getByTestId("worth-today").locator("data").first().getAttribute("value"))
      .toBe(profit.toFixed(2));
    await takePictures(page, "dashboard-figures");

    await page.goto("/bots");
    await expect.poll(() => valueOf(page, "total-invested")).toBe(own?.["allocatedAmount"]);
    await page.goto(`/bots/${botId}`);
    await expect.poll(() => valueOf(page, "position-value")).toBe(worth);
    await expect.poll(() => page.getByTestId("exit-preview").getByTestId("arrives").getAttribute("value")).toBe(worth);
    expect(await valueOf(page, "position-profit")).toBe(own?.["runningProfit"]);
  });

  it("shows interest apart from the gain of which a share is taken", async ({ pages, site }) => {
    const client = await site.test.funded("2000");
    const rate = { gross: 120_600_000n, margin: 13_300_000n };
    for (const each of [forex, crypto]) {
      await site.bots.earn(each.index, 20_000, rate);
      await activate(site, client, each, "600");
      await site.bots.earn(each.index, 20_100, rate);
      await trade(site, each, 100, 103);
    }
    await site.bots.earn(forex.index, 20_120, rate);
    const [own] = await callApi<UserBot[]>(client, "GET", "/api/user/bots");
    expect(Number(own?.interest)).toBeGreaterThan(6);
    expect(Number(own?.runningProfit)).toBeGreaterThan(Number(own?.interest));
    const { page } = await pages.openAs(client, `/bots/${own?.botId}`);
    await expect.poll(() => valueOf(page, "position-interest")).toBe(own?.interest);
    const preview = page.getByTestId("exit-preview");
    await preview.getByText("Interest, no share taken").waitFor();
    await takePictures(page, "interest-position");
    await callApi(client, "POST", "/api/user/bots/deactivate", { botId: own?.botId });

    await page.goto("/statement");
    const costs = await callApi<UserCosts>(client, "GET", "/api/user/costs");
    await expect.poll(() => valueOf(page, "interest-so-far")).toBe(costs.interest);
    await page.getByText(/with \$\d+\.\d\d of interest and a gain of/).waitFor();
    await takePictures(page, "interest-statement");

    const office = await pages.openAdmin(`/admin/users/${client.userId}`);
    await office.page.getByText("Of which interest").waitFor();
    await takePictures(office.page, "interest-user");
    await office.page.goto("/admin/money");
    expect(Number(await valueOf(office.page, "sum-interest"))).toBeGreaterThan(12);
    await takePictures(office.page, "interest-money");
  });

  it("counts today anew after midnight while the page stays open", async ({ pages, site }) => {
    const client = await site.test.funded("500");
    const { page } = await pages.openAs(client, "/favicon.svg");
    const starts: string[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.pathname === "/api/user/performance") starts.push(url.searchParams.get("from") ?? "");
    });
    await page.clock.install();
    await page.goto("/dashboard");
    await page.getByTestId("worth-today").waitFor();
    const midnight = await page.evaluate<string>("new Date(new Date().setHours(0, 0, 0, 0)).toISOString()");
    const next = await page.evaluate<string>("new Date(new Date().setHours(24, 0, 0, 0)).toISOString()");
    expect(starts).toContain(midnight);
    expect(starts).not.toContain(next);
    await page.clock.setSystemTime(Date.parse(next) + 60_000);
    // A change of the account loads the figures again at once; without one they are loaded once a minute.
    const form = { amount: "250", currency: "USDT", network: "TRC20" };
    const { id } = await callApi<{ id: string }>(client, "POST", "/api/user/deposits", form);
    await callApi(site.test.admin, "POST", `/api/admin/deposits/${id}/approve`, { status: "completed" });
    await expect.poll(() => starts).toContain(next);
  });
});

describe("the bar at the bottom of a phone", () => {
  it("leads to the four main places and marks the one that is open", async ({ pages, site }) => {
    const { page } = await pages.openAs(await site.test.funded("500"), "/dashboard", { width: 360 });
    const bar = page.getByRole("navigation", { name: "Quick" });
    for (const [name, path] of [
      ["Bots", "/bots"],
      ["Money", "/money"],
      ["Activity", "/history"],
      ["Home", "/dashboard"],
    ] as const) {
      await bar.getByRole("link", { name }).click();
      await page.waitForURL(`**${path}`);
      await expect.poll(() => bar.locator("[aria-current=page]").innerText()).toBe(name);
    }
    for (const [path, name] of [
      ["/deposit", "Money"],
      ["/notifications", "Activity"],
      [`/bots/${site.bots.ids[0]}`, "Bots"],
    ] as const) {
      await page.goto(path);
      await expect.poll(() => bar.locator("[aria-current=page]").innerText()).toBe(name);
    }
  });
});

describe("market time", () => {
  it("of a replay is readable on a phone, in the history and at a bot's trades", async ({ pages, site }) => {
    const client = await site.test.funded("1000");
    await activate(site, client, crypto, "400");
    await trade(site, crypto, 60_000, 61_000);
    await setBarTimes(site, crypto, "replay");
    const { page } = await pages.openAs(client, "/history", { width: 360 });
    const row = page.getByTestId("trade-row").first();
    await row.getByText(/^Market time 5 Mar 2024, \d\d:03$/).waitFor();
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    await expectAccessible(page, "history-replay");
    await page.setViewportSize({ width: 360, height: 900 });
    await page.goto(`/bots/${site.bots.ids[crypto.index]}`);
    await row.getByText(/^Market time 5 Mar 2024, \d\d:03$/).waitFor();
  });

  it("of each close is at the points of the return chart", async ({ pages, site }) => {
    const client = await site.test.funded("1000");
    await trade(site, forex, 100, 103);
    await setBarTimes(site, forex, "ahead");
    const { page } = await pages.openAs(client, `/bots/${site.bots.ids[forex.index]}`, { width: 360 });
    const record = page.getByRole("region", { name: "Track record" });
    await record
      .getByTestId("market-time")
      .getByText(/^Last close: market time \d+ \w+ \d{4}, \d\d:\d\d$/)
      .waitFor();
    await press(record, "Table");
    await record.getByRole("columnheader", { name: "Last close (market time)" }).waitFor();
    await expectAccessible(page, "return-market-time");
  });
});

describe("a credited deposit", () => {
  it.for(["/bots", "/help"])(
    "is announced on the open page %s, with the way to a first bot",
    async (path, { pages, site }) => {
      const client = await site.test.signUp();
      const form = { amount: "250", currency: "USDT", network: "TRC20" };
      const { id } = await callApi<{ id: string }>(client, "POST", "/api/user/deposits", form);
      const { page } = await pages.openAs(client, path, { width: 360 });
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await page.getByText("Your deposit is credited").count()).toBe(0);
      await callApi(site.test.admin, "POST", `/api/admin/deposits/${id}/approve`, { status: "completed" });
      const notice = page.getByRole("status").filter({ hasText: "Your deposit is credited" });
      await notice.getByText("$250.00", { exact: false }).waitFor();
      await takePictures(page, `credited${path.replace("/", "-")}`);
      await expectAccessible(page, `credited on ${path}`);
      await notice.getByRole("link", { name: "Choose your first bot" }).click();
      await page.waitForURL("**/bots");
      await press(notice, "Dismiss");
      await notice.waitFor({ state: "detached" });
    },
  );
});
