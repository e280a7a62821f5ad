import { openDoor } from "../../apps/server/src/ledger/door/post.ts";
import type { Sql } from "../../apps/server/src/platform/db/pool.ts";
import { type ExitMark, saveMarks } from "../../apps/server/src/trader/loop/store.ts";
import { settlePositions } from "../../apps/server/src/trader/loop/settle-positions.ts";
import { findMedian, readNumber, roundTo } from "./money-load/options.ts";
import { readProcessorMs } from "./money-load/processor-time.ts";
import { withDatabase, type BenchDatabase } from "./serving/with-database.ts";
import { seedHolders } from "./volume/seed-holders.ts";

/**
 * Measures what the trader does with stop-losses at each price: with many positions of which a third have a stop, a
 * price that reaches none, one that reaches ten, and one that reaches ten thousand, which close in batches.
 */
const POSITIONS = readNumber("positions", 1_000_000);
const MANY = readNumber("many", 10_000);
const BATCH = 500;
const FEW = 10;
const STEPS = readNumber("steps", 200);
const FEW_STEPS = 20;
const MAX_PRICE_AGE_MS = 60_000;

/** Stops in per cent of the own money. Each group of positions has its own. */
const FIRST_FEW_STOP = 1;
const MANY_STOP = 40;
const LOWEST_STOP = 60;

/**
 * Gives every third position a stop. In the first bot some are near: as many groups of ten as there are steps, each
 * reached by the next price, then those that are reached together.
 */
async function seedStops(sql: Sql, botId: string): Promise<void> {
  await sql.unsafe(`
    set statement_timeout = 0;
    set session_replication_role = replica;
    with numbered as (select user_id, bot_id, bot_id = '${botId}' as is_first, row_number() over (partition by bot_id order by user_id) - 1 as n from positions)
    update positions p set stop_loss_pct = s.pct, stop_nav = 1 - s.pct / 100 from (
      select user_id, bot_id, case
        when is_first and n / 3 < ${FEW * FEW_STEPS} then ${FIRST_FEW_STOP} + n / ${3 * FEW}
        when is_first and n / 3 < ${FEW * FEW_STEPS + MANY} then ${MANY_STOP}
        else ${LOWEST_STOP} + n % 30 end::numeric as pct
      from numbered where n % 3 = 0
    ) s where s.user_id = p.user_id and s.bot_id = p.bot_id;
    reset session_replication_role;
    analyze positions;
    checkpoint`);
}

interface Measured {
  ms: number;
  databaseMs: number;
  traderMs: number;
  closed: number;
}

/** Gives the first bot a price and settles what it reaches. The other bots have one that reaches none. */
async function createStep(database: BenchDatabase): Promise<(percent: number) => Promise<Measured>> {
  const { sql, pid } = database;
  const door = openDoor(sql);
  const bots = await sql<{ id: string; place: number; version: string }[]>`
    update pools p set open_trades = '[{}]', version = p.version + 1 from trading_bots b where b.id = p.bot_id
    returning b.id, b.place, p.version::text`;
  const log = { error: fail, warn: fail };
  return async (percent) => {
    const rows = bots.map(({ id, place, version }) => {
      const exit = place === 0 ? (1 - percent / 100).toFixed(4) : "1";
      return { botId: id, version, entry: "1.0010", exit, price: "1", barTime: null };
    });
    await saveMarks(sql, rows, []);
    const marks: ExitMark[] = rows.map(({ botId, exit }) => ({ botId, exitMark: exit }));
    const open = await countOpen(sql);
    const before = { database: readProcessorMs(pid), trader: process.cpuUsage() };
    const startedAt = performance.now();
    await settlePositions({ sql, door, maxPriceAgeMs: MAX_PRICE_AGE_MS, log }, marks);
    const ms = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(before.trader);
    const databaseMs = readProcessorMs(pid) - before.database;
    return { ms, databaseMs, traderMs: (user + system) / 1_000, closed: open - (await countOpen(sql)) };
  };
}

function fail(details: object, text: string): never {
  throw new Error(text, { cause: details });
}

/** The stops that are left, which is quick to count. */
async function countOpen(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: bigint }[]>`
    select count(*) from positions where is_active and stop_nav > ${1 - LOWEST_STOP / 100}::numeric`;
  return Number(row?.count);
}

/** @throws Error when an investor's balance is not the sum of the account's entries */
async function compareBalances(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    const rows = await tx`
      select a.code from ledger_accounts a
      left join (select account_id, sum(amount) as total from ledger_entries group by account_id) e on e.account_id = a.id
      where a.user_id is not null and a.balance <> coalesce(e.total, 0) limit 1`;
    if (rows.length > 0) throw new Error("A balance is not the sum of its entries");
  });
}

async function repeat(times: number, work: (index: number) => Promise<Measured>, closed: number): Promise<number[]> {
  const ms: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const measured = await work(index);
    if (measured.closed !== closed) throw new Error(`The price closed ${measured.closed} positions, not ${closed}`);
    ms.push(measured.ms);
  }
  return ms;
}

const result = await withDatabase(async (database) => {
  const { sql } = database;
  const bots = await sql<{ id: string }[]>`select id from trading_bots order by place`;
  const botIds = bots.map(({ id }) => id);
  await seedHolders(sql, { investors: Math.ceil(POSITIONS / botIds.length), botIds, withAccounts: true });
  await seedStops(sql, botIds[0]!);
  const step = await createStep(database);
  await repeat(STEPS / 2, () => step(0), 0);
  const none = await repeat(STEPS, () => step(0), 0);
  const few = await repeat(FEW_STEPS, (index) => step(FIRST_FEW_STOP + index), FEW);
  const many = await step(MANY_STOP);
  const batches = Math.ceil(many.closed / BATCH);
  await compareBalances(sql);
  return {
    name: "stops",
    value: roundTo(findMedian(none), 2),
    unit: "ms for a price that reaches no stop",
    floor: null,
    ratio: null,
    noneP99Ms: roundTo([...none].sort((one, other) => one - other)[Math.floor(none.length * 0.99)]!, 2),
    tenMs: roundTo(findMedian(few.slice(1)), 2),
    tenWorstMs: roundTo(Math.max(...few.slice(1)), 2),
    closed: many.closed,
    batchMs: roundTo(many.ms / batches, 1),
    batchDatabaseMs: roundTo(many.databaseMs / batches, 1),
    batchTraderMs: roundTo(many.traderMs / batches, 1),
    positions: POSITIONS,
  };
});
process.stdout.write(`${JSON.stringify(result, null, process.argv.includes("--json") ? 0 : 2)}\n`);
