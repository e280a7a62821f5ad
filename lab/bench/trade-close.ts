import { type Door, openDoor } from "../../apps/server/src/ledger/door/post.ts";
import type { Sql } from "../../apps/server/src/platform/db/pool.ts";
import { findMedian, readNumber, roundTo } from "./money-load/options.ts";
import { withDatabase } from "./serving/with-database.ts";
import { seedHolders } from "./volume/seed-holders.ts";
import {
  botCatalogue,
  buildBotConfig,
  createBotState,
  getSymbolCosts,
  type TradeClosed,
  type TradeOpened,
} from "@wazi/trading";
import { renewLease, takeLease } from "../../apps/server/src/platform/jobs/store.ts";
import type { RecordDeps } from "../../apps/server/src/trader/loop/pool-operation.ts";
import { recordEffects } from "../../apps/server/src/trader/loop/record-trade.ts";

/** The first bot, which opens and closes trades of its first symbol as the trader records them. */
interface ClosingBot {
  open(): Promise<void>;
  /** Closes the open trade. The unit price changes by this factor. */
  close(factor: string): Promise<void>;
}

const PRICE = 100;
const BAR_MS = 60_000;

async function startClosingBot(sql: Sql, door: Door, botId: string): Promise<ClosingBot> {
  const catalogued = botCatalogue[0]!;
  const symbol = catalogued.symbols[0]!;
  const lease = await takeLease(sql, "bench", true);
  if (!lease) throw new Error("The lease is taken");
  const deps: RecordDeps = { sql, door, lease, now: () => new Date() };
  const costs = getSymbolCosts(catalogued.market, symbol);
  const state = createBotState(buildBotConfig(catalogued));
  const acting = { botId, feed: "simulated" as const, before: state, engine: state };
  let bar = 0;
  const shared = {
    symbol,
    side: "buy",
    exposure: "1",
    baseNav: "1.000000000000",
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
      const opened: TradeOpened = {
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
      };
      await recordEffects(deps, acting, [opened]);
    },
    close(factor) {
      const closed: TradeClosed = {
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
      };
      return recordEffects(deps, acting, [closed]);
    },
  };
}

/**
 * Measures the close of a bot's trade with more and more investors in the bot, from the trader's call to its commit.
 * The floor is what a platform without pools does: it inserts a row for each investor, in one statement.
 */
const LARGEST = readNumber("investors", 1_000_000);
const SIZES = [LARGEST / 1_000, LARGEST / 10, LARGEST];
const CLOSES = readNumber("closes", 41);
const FLOORS = 3;
/** A row for each of a million investors takes a minute. */
const LARGEST_FLOOR = LARGEST / 10;
/** The size whose ratio is the bench's. */
const JUDGED = 1;
/** The nav goes up and down again. */
const factors = ["1.01", "0.990099009901"] as const;

/** The table of trades of a platform without pools (see docs/reference/performance.md), with a row for each investor. */
async function createFloor(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create table floor_trades (
      id uuid primary key default gen_random_uuid(), user_id uuid not null references users (id),
      bot_id uuid not null references trading_bots (id), symbol text not null, side text not null, amount numeric(12, 2) not null,
      price numeric(12, 8) not null, profit numeric(12, 2) not null default 0, status text not null default 'completed',
      executed_at timestamptz not null default now());
    create index floor_trades_by_user on floor_trades (user_id, executed_at desc)`);
}

function measureFloor(sql: Sql, botId: string): Promise<number> {
  return sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`truncate floor_trades`;
    return measureMs(async () => {
      await tx`
        insert into floor_trades (user_id, bot_id, symbol, side, amount, price, profit)
        select user_id, bot_id, 'EUR/USD', 'buy', units, 100, round(units * 0.01, 2)
        from positions where bot_id = ${botId} and is_active`;
    });
  });
}

async function measureMs(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

interface Size {
  investors: number;
  closeMs: number;
  worstMs: number;
  floorMs: number | null;
  ratio: number | null;
}

async function measureSize(investors: number): Promise<Size> {
  return withDatabase(async ({ sql }) => {
    const [bot] = await sql<{ id: string }[]>`select id from trading_bots order by place limit 1`;
    await seedHolders(sql, { investors, botIds: [bot!.id], withAccounts: false });
    await createFloor(sql);
    const closing = await startClosingBot(sql, openDoor(sql), bot!.id);
    const closesMs: number[] = [];
    for (let close = 0; close < CLOSES; close += 1) {
      await closing.open();
      closesMs.push(await measureMs(() => closing.close(factors[close % factors.length]!)));
    }
    const floorsMs: number[] = [];
    const floors = investors > LARGEST_FLOOR ? 0 : FLOORS;
    for (let floor = 0; floor < floors; floor += 1) floorsMs.push(await measureFloor(sql, bot!.id));
    // The first closes prepare statements and read pages.
    const counted = closesMs.slice(Math.floor(CLOSES / 4));
    const closeMs = findMedian(counted);
    const floorMs = floors === 0 ? null : findMedian(floorsMs);
    return {
      investors,
      closeMs: roundTo(closeMs, 2),
      worstMs: roundTo(Math.max(...counted), 2),
      floorMs: floorMs && roundTo(floorMs, 1),
      ratio: floorMs && roundTo(floorMs / closeMs, 1),
    };
  });
}

const sizes: Size[] = [];
for (const investors of SIZES) sizes.push(await measureSize(investors));
const judged = sizes[JUDGED]!;
const result = {
  name: "trade-close",
  value: judged.closeMs,
  unit: `ms to close a trade with ${judged.investors} investors in it`,
  floor: judged.floorMs,
  ratio: judged.ratio,
  sizes,
};
process.stdout.write(`${JSON.stringify(result, null, process.argv.includes("--json") ? 0 : 2)}\n`);
