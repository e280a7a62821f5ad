import { DAY_MS, type FeedKind } from "@wazi/contracts";
import {
  type Accrual,
  computeIdleCash,
  type DailyInterest,
  factor,
  type Factor,
  formatCents,
  formatDecimal,
  formatNav,
  formatUnits,
  growBillIndex,
  nav as toNav,
  parseNav,
  postInterest,
  valueUp,
} from "@wazi/domain";
import { deriveOperationId, toLedgerEntries, type Operation } from "../../ledger/api.ts";
import { toDay } from "../entry-limits/platform-risk.ts";
import type { InterestSource } from "../interest/cash-interest.ts";
import { findIdleCash, keepBaseNav } from "./open-trade.ts";
import { increment, lockPool, postNavChange, type RecordDeps, toPoolRow } from "./pool-operation.ts";
import { type ClosingPool, readPool } from "./store.ts";
import type { TradingBot } from "./trading-bot.ts";

const PLACES = 12;

/** A bot as its interest needs it. */
export type EarningBot = Pick<TradingBot, "botId" | "feed" | "record" | "pool">;

/**
 * Settles the interest of each market day that has ended for the bots of a feed, each day once: nav and the running sum
 * rise, and the money comes from the treasury. It is told by the market's time, so that a replay earns what its days paid.
 * A bot begins with the day on which it is first seen on a feed. Days that were missed are settled one after the other.
 * @param marketMs the market's time now; null when the moment has none
 */
export async function settleInterest(
  deps: RecordDeps & { interest?: InterestSource | undefined },
  bots: readonly EarningBot[],
  kind: FeedKind,
  marketMs: number | null,
): Promise<void> {
  const { interest } = deps;
  if (interest === undefined || marketMs === null) return;
  const today = Math.floor(marketMs / DAY_MS);
  for (const bot of bots) {
    if (bot.feed !== kind || bot.pool.status !== "trading") continue;
    const of = `${bot.feed} ${bot.record}`;
    const isKnown = bot.pool.interestOf === of && bot.pool.interestDay !== null;
    const settled = isKnown ? Date.parse(bot.pool.interestDay ?? "") / DAY_MS : today - 2;
    for (let day = settled + 1; day < today; day += 1) {
      deps.signal?.throwIfAborted();
      await settleDay(deps, interest, bot, { of, day: toDay(new Date(day * DAY_MS)), isFirst: !isKnown });
      bot.pool = await readPool(deps.sql, bot.botId);
    }
  }
}

interface MarketDay {
  /** The feed and record. */
  of: string;
  day: string;
  /** True for the day before the bot was first seen: nothing was held then. */
  isFirst: boolean;
}

async function settleDay(deps: RecordDeps, source: InterestSource, bot: EarningBot, market: MarketDay): Promise<void> {
  const operationId = deriveOperationId("interest", bot.botId, market.of, market.day);
  const findTerms = market.isFirst ? null : await openDay(source, market.day, bot.botId);
  const billGrowth = "findShare" in source && !market.isFirst ? (source.findBillGrowth?.(market.day) ?? null) : null;
  await postNavChange(deps, bot.botId, operationId, {
    what: "interest",
    build: (read) =>
      buildInterestOperation(deps, bot, { read, operationId, market, findTerms, billGrowth, source: source.name }),
  });
}

/** The interest of a day by the idle cash of the pool; null for a day without any. */
async function openDay(source: InterestSource, day: string, botId: string): Promise<FindTerms | null> {
  if ("findShare" in source) return source.findShare(day, botId);
  const rate = source.findDay(day);
  return rate && (() => rate);
}

type FindTerms = (idle: Accrual) => DailyInterest;

const NO_INTEREST: DailyInterest = { gross: factor(0n), margin: factor(0n) };

interface DayToPost {
  read: ClosingPool;
  operationId: string;
  market: MarketDay;
  findTerms: FindTerms | null;
  /** Null: bills grow as the idle cash does. */
  billGrowth: Factor | null;
  source: string;
}

function buildInterestOperation({ lease }: RecordDeps, bot: EarningBot, given: DayToPost): Operation {
  const { operationId, market, findTerms, billGrowth, source } = given;
  const { pool, state, entriesSinceClose } = given.read;
  const alone = lockPool(pool, lease, operationId);
  const settled = { interestDay: market.day, interestOf: market.of, version: increment(pool.version) };
  if (findTerms === null && billGrowth === null) {
    // Nothing to post: the day is settled, so that it is not asked for again.
    return { ...alone, writes: { pools: [{ ...toPoolRow(pool), ...settled, frozen: false, closes: false }] } };
  }
  const idle = findIdleCash(state.nav, pool.openTrades);
  const terms = findTerms?.(computeIdleCash(state.units, idle)) ?? NO_INTEREST;
  const posted = postInterest(bot.botId, state, idle, terms);
  const billIndex = formatNav(growBillIndex(parseNav(pool.billIndex), billGrowth ?? terms.gross));
  return {
    ...alone,
    expects: {
      ...alone.expects,
      flows: [{ botId: bot.botId, events: state.flowsSinceClose, entries: entriesSinceClose }],
    },
    transaction: {
      kind: "interest",
      actorId: null,
      reason: `Interest of ${market.day}`,
      entries: toLedgerEntries(posted.postings),
    },
    writes: {
      pools: [
        {
          ...toPoolRow(pool),
          ...settled,
          // Kept before the first interest changes the nav.
          openTrades: pool.openTrades.map((trade) => keepBaseNav(trade, state.nav)),
          nav: formatNav(posted.nav),
          interestSum: formatNav(toNav(parseNav(pool.interestSum) + posted.perUnit)),
          billIndex,
          unitsAtClose: formatUnits(state.units),
          cashAtClose: formatCents(valueUp(state.units, posted.nav)),
          frozen: false,
          closes: true,
        },
      ],
      poolInterest: [
        {
          botId: bot.botId,
          ...{ feed: bot.feed, record: bot.record, day: market.day },
          // A day without interest only counts what bills earn.
          source: findTerms === null ? "none" : source,
          gross: formatDecimal(terms.gross, PLACES),
          margin: formatDecimal(terms.margin, PLACES),
          idle: formatNav(idle),
          series: pool.series,
          closeSequence: pool.closeSequence,
          navBefore: formatNav(state.nav),
          navAfter: formatNav(posted.nav),
          units: formatUnits(state.units),
          poolGain: formatCents(posted.poolGain),
          fee: formatCents(posted.fee),
          billIndexBefore: pool.billIndex,
          billIndexAfter: billIndex,
          billGrowth: billGrowth === null ? null : formatDecimal(billGrowth, PLACES),
        },
      ],
    },
  };
}
