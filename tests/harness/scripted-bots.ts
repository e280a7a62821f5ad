import { randomUUID } from "node:crypto";
import type { FeedKind } from "@wazi/contracts";
import { factor, formatNav, parseNav } from "@wazi/domain";
import { buildBotConfig, botCatalogue, createBotState, type Side } from "@wazi/trading";
import { type Lease, takeLease } from "../../apps/server/src/platform/jobs/store.ts";
import { computeMarks } from "../../apps/server/src/trader/loop/open-trade.ts";
import type { RecordDeps } from "../../apps/server/src/trader/loop/pool-operation.ts";
import { recordEffects } from "../../apps/server/src/trader/loop/record-trade.ts";
import { readPool, readPools, saveMarks } from "../../apps/server/src/trader/loop/store.ts";
import type { InterestSource } from "../../apps/server/src/trader/interest/cash-interest.ts";
import { settleInterest } from "../../apps/server/src/trader/loop/settle-interest.ts";
import { settlePositions, type SettleDeps } from "../../apps/server/src/trader/loop/settle-positions.ts";
import { windUp } from "../../apps/server/src/trader/loop/play-moment.ts";
import { buildClosing, buildOpening } from "./scripted-trades.ts";
import type { TestApp } from "./test-app.ts";

/** Bots that make the trades of a test and record them as the trader does. */
export interface ScriptedBots {
  /** Ids in catalogue order, without the core portfolios. */
  ids: string[];
  /** The lease under which they trade. */
  lease: Lease;
  open(botIndex: number, trade: { side: Side; price: number; exposure: string }): Promise<void>;
  /** Values the open trade at a price, as of now or of the provider's own time. */
  price(botIndex: number, price: number, quotedAt?: Date): Promise<void>;
  /** Settles waiting exits and stops, as the trader does after each price. */
  settle(): Promise<void>;
  /**
   * Settles interest up to a market day (days since 1970), at growths of 1 in a day in 10^-12.
   * @param post posts in place of the door
   */
  earn(
    botIndex: number,
    day: number,
    interest: { gross: bigint; margin: bigint },
    post?: RecordDeps["door"]["post"],
  ): Promise<void>;
  /** Settles the interest of several bots up to a market day, from a source. */
  earnFrom(
    source: InterestSource,
    botIndexes: readonly number[],
    day: number,
    post?: RecordDeps["door"]["post"],
  ): Promise<void>;
  /** Closes the open trade. Returns the factor applied to the unit price. */
  close(botIndex: number, price: number): Promise<string>;
}

/** Settings for bots that earn interest on days that are not the clock's: a market with a time of its own. */
export const OWN_TIME = { SIMULATED_SPEED: "60" };

/** `feed` is where their prices come from, and `maxPriceAgeMs` the age up to which exits are settled at them. */
interface ScriptOptions extends Partial<Pick<SettleDeps, "maxPriceAgeMs" | "log">> {
  feed?: FeedKind;
}

export async function startScriptedBots(
  { sql, door }: Pick<TestApp, "sql" | "door">,
  { feed = "simulated", maxPriceAgeMs = 5_000, log = console }: ScriptOptions = {},
): Promise<ScriptedBots> {
  const lease = await takeLease(sql, randomUUID(), true);
  if (!lease) throw new Error("no lease");
  const deps: RecordDeps = { sql, door, lease, now: () => new Date() };
  /**
   * For longer than a trader's 8 s, because a trade may wait for its locks on a busy machine, and for less than what counts as a clock
   * set back. One statement and no timer, because the scheduler of the interleavings counts both.
   */
  const extendLease = () => sql`
    update leases set expires_at = clock_timestamp() + interval '15 seconds'
    where name = ${lease.name} and token = ${lease.token}`;
  const ids = (await readPools(sql)).slice(0, botCatalogue.length).map(({ botId }) => botId);
  let bar = 0;
  const botAt = (index: number) => {
    const catalogued = botCatalogue[index];
    const botId = ids[index];
    if (!catalogued || !botId) throw new Error(`no bot ${index}`);
    const symbol = catalogued.symbols[0] ?? "";
    const state = createBotState(buildBotConfig(catalogued));
    const acting = { botId, feed, before: state, engine: state };
    return { botId, traded: { market: catalogued.market, symbol }, acting };
  };
  const earnFrom: ScriptedBots["earnFrom"] = async (source, indexes, day, post = door.post.bind(door)) => {
    await extendLease();
    const earning = [];
    for (const index of indexes) {
      const { botId } = botAt(index);
      earning.push({ botId, feed, record: 0, pool: await readPool(sql, botId) });
    }
    await settleInterest({ ...deps, door: { ...door, post }, interest: source }, earning, feed, day * 86_400_000);
  };
  return {
    ids,
    lease,
    earnFrom,
    async open(index, { side, price, exposure }) {
      const { traded, acting } = botAt(index);
      await extendLease();
      const { name, nav, openTrades } = await readPool(sql, acting.botId);
      if (openTrades.length > 0) throw new Error(`${name} already has an open trade`);
      bar += 1;
      const stopPrice = side === "buy" ? price / 1_000 : price * 1_000;
      await recordEffects(deps, acting, [buildOpening(traded, { side, price, exposure, stopPrice }, { nav, bar })]);
    },
    async price(index, price, quotedAt) {
      const { botId } = botAt(index);
      const pool = await readPool(sql, botId);
      if (pool.openTrades.length === 0) return;
      const priced = pool.openTrades.map((trade) => ({ trade, price, forming: null }));
      const marks = computeMarks(parseNav(pool.nav), priced);
      if (!marks) return;
      const row = { botId, version: pool.version, entry: formatNav(marks.entry), exit: formatNav(marks.exit) };
      await saveMarks(sql, [{ ...row, price: String(price), barTime: null, quotedAt }], []);
    },
    async settle() {
      const marks = await sql<{ botId: string; exitMark: string }[]>`
        select p.bot_id as "botId", (case when p.open_trade is null then p.nav else m.exit_mark end)::text as "exitMark"
        from pools p left join pool_marks m on m.bot_id = p.bot_id`;
      await settlePositions({ sql, door, maxPriceAgeMs, log }, marks);
    },
    async earn(index, day, { gross, margin }, post) {
      const source = { name: "fixed:test", findDay: () => ({ gross: factor(gross), margin: factor(margin) }) };
      await earnFrom(source, [index], day, post);
    },
    async close(index, price) {
      const { botId, acting } = botAt(index);
      await extendLease();
      const [openTrade] = (await readPool(sql, botId)).openTrades;
      if (!openTrade) throw new Error("no trade is open");
      bar += 1;
      const closing = buildClosing(openTrade, price, bar);
      await recordEffects(deps, acting, [closing]);
      const { status } = await readPool(sql, botId);
      if (status === "winding-up") await windUp(deps, botId);
      return closing.factor;
    },
  };
}
