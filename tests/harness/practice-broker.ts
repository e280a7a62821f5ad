import { savePrices } from "../../apps/server/src/trader/loop/store.ts";
import { createAlpacaBroker } from "../../apps/server/src/trader/venue/alpaca-broker.ts";
import { createVenueSync } from "../../apps/server/src/trader/venue/venue-sync.ts";
import { type FakeAlpaca, fakeAlpacaKeys, startFakeAlpaca } from "./fake-alpaca.ts";
import { type ScriptedBots, startScriptedBots } from "./scripted-bots.ts";
import { silentLog } from "./silent-log.ts";
import type { TestApp } from "./test-app.ts";

/** A demo on live prices whose orders for funds go to the broker's account without real money. */
export const practiceBrokerSettings = {
  MARKET_FEED: "twelvedata",
  TWELVEDATA_API_KEY: "a-key",
  FUND_SHARES_SYMBOL: "SPY",
  FUND_BONDS_SYMBOL: "IEF",
  FUND_GOLD_SYMBOL: "GLD",
  BROKER: "alpaca",
  ALPACA_PAPER: "on",
  ALPACA_KEY_ID: fakeAlpacaKeys.keyId,
  ALPACA_SECRET_KEY: fakeAlpacaKeys.secret,
  LIVE_ORDERS: "on",
};

/** Places of the bots in the catalogue that hold SPY. */
export const [TITAN, DIVIDEND] = [2, 7];

export interface PracticeBroker {
  venue: FakeAlpaca;
  /** They trade on live prices. */
  bots: ScriptedBots;
  /** Orders what the pools' trades in SPY need, and takes the fills. */
  order: (modelPrice: number, brokerPrice: string) => Promise<void>;
  /** Moves the clock of the orders. */
  wait: (ms: number) => void;
}

export async function startPracticeBroker({ sql, door }: Pick<TestApp, "sql" | "door">): Promise<PracticeBroker> {
  let laterMs = 0;
  const now = (): Date => new Date(Date.now() + laterMs);
  const venue = await startFakeAlpaca();
  const bots = await startScriptedBots({ sql, door }, { feed: "live", maxPriceAgeMs: 60_000 });
  const settings = { kind: "alpaca", isPaper: true, url: venue.url, credentials: fakeAlpacaKeys } as const;
  const broker = createAlpacaBroker({ ...settings, symbols: ["SPY", "IEF", "GLD"] }, { now, timeoutMs: 30_000 });
  const sync = createVenueSync({ sql, broker, lease: bots.lease, log: silentLog, now });
  return {
    venue,
    bots,
    async order(modelPrice, brokerPrice) {
      venue.prices.set("SPY", brokerPrice);
      const place = {
        market: "stocks",
        symbol: "SPY",
        feed: "live",
        dayBefore: null,
        barTime: null,
        place: 0,
      } as const;
      await savePrices(sql, [{ ...place, price: modelPrice }]);
      for (let round = 0; round < 4; round += 1) await sync.sync();
    },
    wait(ms) {
      laterMs += ms;
    },
  };
}
