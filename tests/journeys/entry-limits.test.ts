import { describe, expect } from "vitest";
import { decideLimitedEntry, watchDayLoss } from "../../apps/server/src/trader/loop/entry-limits.ts";
import { browserTest as it } from "../harness/browser-test.ts";
import { activate } from "../harness/money-calls.ts";
import { expectAccessible } from "../harness/page-actions.ts";
import { silentLog } from "../harness/silent-log.ts";

/** Catalogue order: Alpha-Forex-01, Crypto-Whale-07. */
const [FOREX, CRYPTO] = [0, 1];
const STOPPED = "No bot opens a trade until the next day (UTC)";

describe("a day on which the bots reach the loss limit", () => {
  it("is on the status page for everybody, with the entries that were refused", async ({ pages, site }) => {
    const { test, bots } = site;
    const investor = await test.funded("9000");
    for (const index of [FOREX, CRYPTO]) {
      expect((await activate(investor, bots.ids[index], "500")).status).toBe(200);
    }
    await test.sql`
      insert into market_prices (market, symbol, price, change_percent, feed, bar_time, priced_at, place)
      values ('forex', 'EUR/USD', 1, 0, 'simulated', null, clock_timestamp(), 0)`;
    await bots.open(FOREX, { side: "buy", price: 1, exposure: "1.0000" });
    const limits = { maxDailyLoss: 500n, maxMarketExposure: 10_000n };
    const deps = { sql: test.sql, now: () => new Date(), limits, log: silentLog };
    // 500 at 0.89 are 55 less, of 1,000.
    await bots.price(FOREX, 0.89);
    await watchDayLoss(deps);
    const entry = { feed: "simulated", market: "crypto", symbol: "BTC/USD", exposure: "0.4000" } as const;
    const botName = "Crypto-Whale-07";
    expect(await decideLimitedEntry(deps, { ...entry, botId: bots.ids[CRYPTO]!, botName, barTime: Date.now() })).toBe(
      false,
    );
    const { page } = await pages.openVisitor();
    await page.goto("/status");
    await page.getByText(STOPPED).waitFor();
    await page.getByText(/^Since .*, after a loss of 5\.\d\d%\. Open trades keep their stops\.$/).waitFor();
    await page.getByText(/1 entry was refused/).waitFor();
    await expectAccessible(page, "entry-stop");
    await bots.close(FOREX, 0.89);
  });
});
