import { findPercentile, runLoad, type LoadResult } from "./money-load/http-load.ts";
import { createFlow, createTransfer } from "./money-load/money-requests.ts";
import { findMedian, readNumber, roundTo } from "./money-load/options.ts";
import { withMoneyServer, type MoneyServer } from "./money-load/with-money-server.ts";
import { saveMarks } from "../../apps/server/src/trader/loop/store.ts";

/**
 * Measures allocations and redemptions that are all on one bot with an open trade. The floor is the transfers of the
 * bench `money`, which are spread over all other bots.
 */
const CONNECTIONS = readNumber("connections", 32);
const INVESTORS = readNumber("investors", 10_000);
const PAIRS = readNumber("pairs", 5);
const SECONDS = readNumber("seconds", 5);
const STEP_MS = 1_000;

/** Opens a trade in the first bot and gives it a price every second, as the trader does. */
async function openTrade({ sql }: MoneyServer): Promise<{ botId: string; stop: () => void }> {
  const [bot] = await sql<{ id: string; version: string }[]>`
    update pools p set open_trades = '[{}]', version = p.version + 1 from trading_bots b
    where b.id = p.bot_id and b.place = 0 returning b.id, p.version::text`;
  if (!bot) throw new Error("There is no bot");
  const mark = { botId: bot.id, version: bot.version, entry: "1.001", exit: "0.999", price: "1", barTime: null };
  await saveMarks(sql, [mark], []);
  const timer = setInterval(() => void saveMarks(sql, [mark], []), STEP_MS);
  return { botId: bot.id, stop: () => clearInterval(timer) };
}

const result = await withMoneyServer(INVESTORS, async (server) => {
  const { origin, investors } = server;
  const { botId, stop } = await openTrade(server);
  const options = { connections: CONNECTIONS, seconds: SECONDS };
  // A connection goes on where its last run ended: what it has allocated, it redeems next.
  const rounds = Array.from({ length: CONNECTIONS }, () => 0);
  const next = (connection: number): number => (rounds[connection] = (rounds[connection] ?? 0) + 1) - 1;
  const runPair = async (): Promise<{ floor: number; value: number; load: LoadResult }> => {
    const floor = await runLoad(origin, options, () => createTransfer(investors));
    const load = await runLoad(origin, options, (connection) =>
      createFlow(investors, botId, { connection, connections: CONNECTIONS, round: next(connection) }),
    );
    return { floor: floor.done / floor.seconds, value: load.done / load.seconds, load };
  };
  await runPair();
  const pairs = [];
  for (let pair = 0; pair < PAIRS; pair += 1) pairs.push(await runPair());
  stop();
  return {
    name: "hot-pool",
    value: Math.round(findMedian(pairs.map(({ value }) => value))),
    unit: "allocations and redemptions/s",
    floor: Math.round(findMedian(pairs.map(({ floor }) => floor))),
    ratio: roundTo(findMedian(pairs.map(({ value, floor }) => value / floor)), 3),
    p99Ms: roundTo(findMedian(pairs.map(({ load }) => findPercentile(load, 0.99))), 1),
    refused: pairs.flatMap(({ load }) => Object.values(load.refused)).reduce((sum, count) => sum + count, 0),
    connections: CONNECTIONS,
    investors: INVESTORS,
  };
});
process.stdout.write(`${JSON.stringify(result, null, process.argv.includes("--json") ? 0 : 2)}\n`);
