import type { FeedKind } from "@wazi/contracts";
import {
  closePoolTrade,
  factor,
  formatCents,
  formatNav,
  formatUnits,
  LOWEST_NAV,
  parseNav,
  valueUp,
  type TradeClose,
} from "@wazi/domain";
import { computeTradeCosts, toScaled, type BotState, type TradeClosed, type TradeOpened } from "@wazi/trading";
import { toDay } from "../entry-limits/platform-risk.ts";
import { deriveOperationId, toLedgerEntries, type Operation } from "../../ledger/api.ts";
import { computeMarks, findBaseNav, type PoolTrade } from "./open-trade.ts";
import { type RecordDeps, lockPool, increment, toPoolRow, postNavChange, postOrThrow } from "./pool-operation.ts";
import { type ClosingPool, isOpeningRecorded, readPool } from "./store.ts";

/** A bot and its state after a trade. The state is saved in the same commit as the trade. */
export interface ActingBot {
  botId: string;
  feed: FeedKind;
  engine: BotState;
}

/** Records an opened trade. From now on the value of the pool includes it. */
export async function recordOpening(deps: RecordDeps, bot: ActingBot, opened: TradeOpened): Promise<void> {
  const { sql, door, lease } = deps;
  const id = deriveOperationId("open", bot.botId, bot.feed, opened.symbol, opened.barSequence);
  const pool = await readPool(sql, bot.botId);
  if (pool.openTrade?.id === id || (await isOpeningRecorded(sql, id))) return;
  if (pool.openTrade) throw new Error(`${pool.name} already has an open trade`);
  const { type: _type, ...trade } = opened;
  const openTrade: PoolTrade = {
    ...trade,
    id,
    openedAt: deps.now().toISOString(),
    feed: bot.feed,
    baseNav: pool.nav,
  };
  const version = increment(pool.version);
  const marks = computeMarks(parseNav(pool.nav), openTrade, opened.midPrice, null);
  const alone = lockPool(pool, lease, id);
  await postOrThrow(
    door,
    {
      ...alone,
      // If the bot was paused or entries were stopped at this moment, the trader starts over and sees it.
      expects: {
        ...alone.expects,
        unpaused: [bot.botId],
        entryDay: { feed: bot.feed, day: toDay(new Date(opened.barTime)) },
      },
      writes: {
        pools: [{ ...toPoolRow(pool), version, openTrade, closes: false }],
        engines: [{ botId: bot.botId, state: bot.engine }],
        marks: marks
          ? [
              {
                botId: bot.botId,
                version,
                entryMark: formatNav(marks.entry),
                exitMark: formatNav(marks.exit),
                price: String(opened.midPrice),
                barTime: bot.feed === "replay" ? new Date(opened.barTime) : null,
              },
            ]
          : [],
      },
    },
    `The opening of a trade of ${pool.name}`,
  );
}

/**
 * Records a closed trade: the trade, the new unit price and one ledger posting between pool and market are one commit, for
 * any number of investors.
 */
export async function recordClose(deps: RecordDeps, bot: ActingBot, closed: TradeClosed): Promise<void> {
  const operationId = deriveOperationId(
    "close",
    bot.botId,
    bot.feed,
    closed.symbol,
    closed.barSequence,
    closed.entryBarTime,
  );
  await postNavChange(deps, bot.botId, operationId, {
    what: "close of a trade",
    check: ({ name, openTrade }) => {
      if (openTrade?.symbol !== closed.symbol || openTrade.barTime !== closed.entryBarTime)
        throw new Error(`${name} cannot close a trade that is not open`);
    },
    build: (read) => buildCloseOperation(deps, bot, { read, closed, operationId }),
  });
}

/** Why a bot stops trading after a trade; null when it continues. */
function formatHaltReason({ status, nav }: TradeClose, { symbol, side, reason }: TradeClosed): string | null {
  const trade = `Its last trade (${symbol}, ${side === "buy" ? "bought" : "sold short"}, closed by ${closedBy[reason]})`;
  switch (status) {
    case "trading":
      return null;
    case "halted":
      return `${trade} lost the whole value of the bot.`;
    case "winding-up":
      return `${trade} moved its unit price to ${formatNav(nav)}, ${nav < LOWEST_NAV ? "below the lowest" : "above the highest"} allowed. All investors are paid out and a new series of units starts.`;
  }
}

const closedBy: Readonly<Record<TradeClosed["reason"], string>> = {
  stop: "its stop",
  target: "its target",
  signal: "the strategy",
  "series-break": "a break in the prices",
};

function buildCloseOperation(
  { lease }: RecordDeps,
  bot: ActingBot,
  { read, closed, operationId }: { read: ClosingPool; closed: TradeClosed; operationId: string },
): Operation {
  const { pool, state, entriesSinceClose } = read;
  const trade = pool.openTrade;
  if (!trade) throw new Error(`${pool.name} has no open trade`);
  const baseNav = findBaseNav(trade, state.nav);
  const close = closePoolTrade(bot.botId, state, factor(toScaled(closed.factor)), baseNav);
  const closeSequence = increment(pool.closeSequence);
  const alone = lockPool(pool, lease, operationId);
  return {
    ...alone,
    expects: {
      ...alone.expects,
      flows: [{ botId: bot.botId, events: state.flowsSinceClose, entries: entriesSinceClose }],
    },
    transaction: {
      kind: "trade",
      actorId: null,
      reason: `${closed.symbol} ${closed.side} closed by ${closed.reason}`,
      entries: toLedgerEntries(close.postings),
    },
    writes: {
      pools: [
        {
          ...toPoolRow(pool),
          status: close.status,
          haltReason: formatHaltReason(close, closed),
          nav: formatNav(close.nav),
          unitsAtClose: formatUnits(state.units),
          cashAtClose: formatCents(valueUp(state.units, close.nav)),
          closeSequence,
          wonTrades: increment(pool.wonTrades, close.nav > state.nav ? 1n : 0n),
          version: increment(pool.version),
          frozen: false,
          openTrade: null,
          closes: true,
        },
      ],
      botTrades: [
        {
          botId: bot.botId,
          series: pool.series,
          sequence: closeSequence,
          openingId: trade.id,
          openedAt: new Date(trade.openedAt),
          feed: trade.feed,
          baseNav: formatNav(baseNav),
          navBefore: formatNav(state.nav),
          navAfter: formatNav(close.nav),
          units: formatUnits(state.units),
          poolGain: formatCents(close.poolGain),
          interestSum: pool.interestSum,
          ...toTradeColumns(closed),
        },
      ],
      engines: [{ botId: bot.botId, state: bot.engine }],
    },
  };
}

function toTradeColumns(closed: TradeClosed) {
  const { spread, slippage, commission, financing } = computeTradeCosts(closed);
  return {
    symbol: closed.symbol,
    side: closed.side,
    exposure: closed.exposure,
    entryPrice: closed.entryPrice,
    exitPrice: closed.exitPrice,
    entryBarTime: new Date(closed.entryBarTime),
    barTime: new Date(closed.barTime),
    reason: closed.reason,
    dividends: closed.dividends,
    financing: closed.financing,
    spreadCost: spread,
    slippageCost: slippage,
    commissionCost: commission,
    financingCost: financing,
  };
}
