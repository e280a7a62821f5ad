import {
  buildBotConfig,
  botCatalogue,
  createBotState,
  getSymbolCosts,
  type TradeClosed,
  type TradeOpened,
} from "@wazi/trading";
import type { Door } from "../../../apps/server/src/ledger/door/post.ts";
import type { Sql } from "../../../apps/server/src/platform/db/pool.ts";
import { renewLease, takeLease } from "../../../apps/server/src/platform/jobs/store.ts";
import { recordClose, recordOpening, type RecordDeps } from "../../../apps/server/src/trader/loop/record-trade.ts";

/** The first bot, which opens and closes trades of its first symbol as the trader records them. */
export interface ClosingBot {
  open(): Promise<void>;
  /** Closes the open trade. The unit price changes by this factor. */
  close(factor: string): Promise<void>;
}

const PRICE = 100;
const BAR_MS = 60_000;

export async function startClosingBot(sql: Sql, door: Door, botId: string): Promise<ClosingBot> {
  const catalogued = botCatalogue[0]!;
  const symbol = catalogued.symbols[0]!;
  const lease = await takeLease(sql, "bench", true);
  if (!lease) throw new Error("The lease is taken");
  const deps: RecordDeps = { sql, door, lease, now: () => new Date() };
  const costs = getSymbolCosts(catalogued.market, symbol);
  const acting = { botId, feed: "simulated" as const, engine: createBotState(buildBotConfig(catalogued)) };
  let bar = 0;
  const shared = {
    symbol,
    side: "buy",
    exposure: "1",
    entryPrice: String(PRICE),
    costs,
    dividends: "0",
    financing: "0",
  } as const;
  return {
    async open() {
      await renewLease(sql, lease);
      bar += 1;
      const barTime = bar * BAR_MS;
      await recordOpening(deps, acting, {
        ...shared,
        type: "trade-opened",
        midPrice: PRICE,
        stopPrice: PRICE / 2,
        targetPrice: null,
        decidedBarTime: barTime,
        barTime,
        barSequence: bar,
        lastDividend: null,
        financedUntil: barTime,
      } satisfies TradeOpened);
    },
    close: (factor) =>
      recordClose(deps, acting, {
        ...shared,
        type: "trade-closed",
        exitPrice: String(PRICE),
        entryMidPrice: PRICE,
        midPrice: PRICE,
        reason: "signal",
        factor,
        entryBarTime: bar * BAR_MS,
        barTime: bar * BAR_MS,
        barSequence: bar,
      } satisfies TradeClosed),
  };
}
