import type { FeedKind } from "@wazi/contracts";
import {
  closePoolTrade,
  factor,
  formatCents,
  formatDecimal,
  formatNav,
  formatUnits,
  LOWEST_NAV,
  mergePostings,
  parseNav,
  type PoolState,
  type Posting,
  valueUp,
  type TradeClose,
} from "@wazi/domain";
import {
  type BotEffect,
  type BotState,
  computeTradeCosts,
  SCALE,
  toScaled,
  type TradeClosed,
  type TradeOpened,
} from "@wazi/trading";
import { toDay } from "../entry-limits/platform-risk.ts";
import { deriveOperationId, type Operation, type RowFor, toLedgerEntries } from "../../ledger/api.ts";
import { computeMarks, findBaseNav, type PoolTrade } from "./open-trade.ts";
import { type RecordDeps, lockPool, increment, toPoolRow, postNavChange, postOrThrow } from "./pool-operation.ts";
import { type ClosingPool, isOpeningRecorded, isPosted, readPool, type TraderPool } from "./store.ts";

/** A bot and its states before and after an event. Each is saved in the same commit as the trades that led to it. */
export interface ActingBot {
  botId: string;
  feed: FeedKind;
  before: BotState;
  engine: BotState;
}

/** Exposures have four decimal places. */
const EXPOSURE_PLACES = 4;
const EXPOSURE_STEP = SCALE / 10n ** BigInt(EXPOSURE_PLACES);

/**
 * Records the trades of one event in one commit: what was closed or sold in part, what was opened, the new unit price and one
 * ledger posting between pool and market, for any number of investors. A trade that opens and closes in the same bar takes two
 * commits, so that its opening is logged before its close. After a crash between them the event is played again, and what is
 * recorded already is skipped.
 */
export async function recordEffects(deps: RecordDeps, bot: ActingBot, effects: readonly BotEffect[]): Promise<void> {
  const commits = splitEffects(effects);
  for (const [index, commit] of commits.entries()) {
    const acting = index === commits.length - 1 ? bot : { ...bot, engine: bot.before };
    await recordCommit(deps, acting, commit);
  }
}

interface Commit {
  closed: TradeClosed[];
  opened: TradeOpened[];
}

/** The closes of a commit come first. A close after an opening begins the next. */
function splitEffects(effects: readonly BotEffect[]): Commit[] {
  const commits: Commit[] = [];
  for (const effect of effects) {
    const last = commits.at(-1);
    const current = last === undefined || (effect.type === "trade-closed" && last.opened.length > 0) ? null : last;
    const commit = current ?? { closed: [], opened: [] };
    if (effect.type === "trade-closed") commit.closed.push(effect);
    else commit.opened.push(effect);
    if (current === null) commits.push(commit);
  }
  return commits;
}

async function recordCommit(deps: RecordDeps, bot: ActingBot, commit: Commit): Promise<void> {
  const { sql, door } = deps;
  const { closed: asked, opened } = commit;
  if (opened.length === 0) return postTrades(deps, bot, commit);
  const pool = await readPool(sql, bot.botId);
  for (const each of opened) {
    const id = deriveOpeningId(bot, each);
    if (pool.openTrades.some((trade) => trade.id === id) || (await isOpeningRecorded(sql, id))) return;
  }
  // An earlier version recorded the close of a trade apart from the opening that followed it.
  const closed: TradeClosed[] = [];
  for (const each of asked) {
    const isDone = findTrade(pool.openTrades, each) === undefined && (await isPosted(sql, deriveCloseId(bot, each)));
    if (!isDone) closed.push(each);
  }
  if (closed.length > 0) return postTrades(deps, bot, { closed, opened });
  const operationId = deriveCommitId(bot, { closed, opened });
  const book = { trades: pool.openTrades, nav: pool.nav };
  await postOrThrow(
    door,
    buildOpening(deps, bot, { pool, book, opened, operationId }),
    `The opening of a trade of ${pool.name}`,
  );
}

/** Posts a commit that closes something, and so moves the nav. */
function postTrades(deps: RecordDeps, bot: ActingBot, commit: Commit): Promise<void> {
  const operationId = deriveCommitId(bot, commit);
  return postNavChange(deps, bot.botId, operationId, {
    what: "close of a trade",
    check: ({ name, openTrades }) => {
      if (commit.closed.some((each) => findTrade(openTrades, each) === undefined))
        throw new Error(`${name} cannot close a trade that is not open`);
    },
    build: (read) => buildOperation(deps, bot, { ...read, ...commit, operationId }),
  });
}

/** The trade that a close ends or makes smaller; undefined when it is not open. */
function findTrade(trades: readonly PoolTrade[], closed: TradeClosed): PoolTrade | undefined {
  return trades.find(({ symbol, barTime }) => symbol === closed.symbol && barTime === closed.entryBarTime);
}

const deriveOpeningId = ({ botId, feed }: ActingBot, { symbol, barSequence }: TradeOpened): string =>
  deriveOperationId("open", botId, feed, symbol, barSequence);

const deriveCloseId = ({ botId, feed }: ActingBot, { symbol, barSequence, entryBarTime }: TradeClosed): string =>
  deriveOperationId("close", botId, feed, symbol, barSequence, entryBarTime);

/** The same trades of the same event give the same id, so that they are recorded once. */
function deriveCommitId(bot: ActingBot, { closed, opened }: Commit): string {
  const [close, opening] = [closed[0], opened[0]];
  if (close === undefined && opening !== undefined && opened.length === 1) return deriveOpeningId(bot, opening);
  if (close !== undefined && closed.length === 1 && opened.length === 0 && isWhole(bot.before, close))
    return deriveCloseId(bot, close);
  const parts = closed.map((each) => [deriveCloseId(bot, each), each.reason, each.exposure].join(" "));
  return deriveOperationId("trades", bot.botId, ...parts, ...opened.map((each) => deriveOpeningId(bot, each)));
}

/** True when a trade closes and not only a part of it. */
function isWhole({ openTrades }: BotState, closed: TradeClosed): boolean {
  const trade = openTrades.find(({ symbol, barTime }) => symbol === closed.symbol && barTime === closed.entryBarTime);
  return trade === undefined || toScaled(trade.exposure) === toScaled(closed.exposure);
}

/** The open trades and the nav between two trades of a commit. */
interface Book {
  trades: readonly PoolTrade[];
  nav: string;
}

/** From now on the value of the pool includes what is opened. */
function buildOpening(
  { lease, now }: RecordDeps,
  bot: ActingBot,
  given: { pool: TraderPool; book: Book; opened: readonly TradeOpened[]; operationId: string },
): Operation {
  const { pool, book, opened, operationId } = given;
  const version = increment(pool.version);
  const openedAt = now().toISOString();
  const added = opened.map((each): PoolTrade => {
    const { type: _type, ...trade } = each;
    return { ...trade, id: deriveOpeningId(bot, each), openedAt, feed: bot.feed, baseNav: book.nav };
  });
  const openTrades = [...book.trades, ...added];
  const alone = lockPool(pool, lease, operationId);
  const [first] = opened;
  return {
    ...alone,
    // If the bot was paused or entries were stopped at this moment, the trader starts over and sees it.
    ...(first && {
      expects: {
        ...alone.expects,
        unpaused: [bot.botId],
        entryDay: { feed: bot.feed, day: toDay(new Date(first.barTime)) },
      },
    }),
    writes: {
      pools: [{ ...toPoolRow(pool), version, openTrades, closes: false }],
      engines: [{ botId: bot.botId, state: bot.engine }],
      // The value of several trades is known as soon as all of their prices are.
      marks: openTrades.length === 1 ? buildMarks(bot, { version, nav: book.nav }, added) : [],
    },
  };
}

function buildMarks(
  { botId, feed }: ActingBot,
  { version, nav }: { version: string; nav: string },
  added: readonly PoolTrade[],
): RowFor<"marks">[] {
  const [trade] = added;
  if (trade === undefined) return [];
  const { midPrice, barTime } = trade;
  const marks = computeMarks(parseNav(nav), [{ trade, price: midPrice, forming: null }]);
  if (marks === null) return [];
  const [entryMark, exitMark] = [formatNav(marks.entry), formatNav(marks.exit)];
  const ownTime = feed === "replay" ? new Date(barTime) : null;
  return [{ botId, version, entryMark, exitMark, price: String(midPrice), barTime: ownTime }];
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

/** A pool after some closes of a commit. */
interface Closing {
  state: PoolState;
  trades: readonly PoolTrade[];
  closeSequence: string;
  wonTrades: string;
  status: TraderPool["status"];
  haltReason: string | null;
  postings: Posting[];
  rows: RowFor<"botTrades">[];
}

function buildOperation(
  deps: RecordDeps,
  bot: ActingBot,
  given: ClosingPool & Commit & { operationId: string },
): Operation {
  const { pool, state, entriesSinceClose, closed, opened, operationId } = given;
  const start: Closing = {
    state,
    trades: pool.openTrades,
    closeSequence: pool.closeSequence,
    wonTrades: pool.wonTrades,
    status: pool.status,
    haltReason: pool.haltReason,
    postings: [],
    rows: [],
  };
  const after = closed.reduce((book, each) => closeTrade(bot, pool, book, each), start);
  const nav = formatNav(after.state.nav);
  const opening = buildOpening(deps, bot, { pool, book: { trades: after.trades, nav }, opened, operationId });
  const [row] = opening.writes?.pools ?? [];
  if (row === undefined) throw new Error("an operation of a pool writes no pool");
  return {
    ...opening,
    expects: {
      ...opening.expects,
      flows: [{ botId: bot.botId, events: state.flowsSinceClose, entries: entriesSinceClose }],
    },
    transaction: {
      kind: "trade",
      actorId: null,
      reason: closed.map(({ symbol, side, reason }) => `${symbol} ${side} closed by ${reason}`).join("; "),
      entries: toLedgerEntries(mergePostings(after.postings)),
    },
    writes: {
      ...opening.writes,
      pools: [
        {
          ...row,
          status: after.status,
          haltReason: after.haltReason,
          nav,
          unitsAtClose: formatUnits(state.units),
          cashAtClose: formatCents(after.state.cash),
          closeSequence: after.closeSequence,
          wonTrades: after.wonTrades,
          frozen: false,
          closes: true,
        },
      ],
      botTrades: after.rows,
    },
  };
}

/** Closes one trade of a pool, or the part of it that was sold. */
function closeTrade(bot: ActingBot, pool: TraderPool, before: Closing, closed: TradeClosed): Closing {
  const { state, trades } = before;
  const trade = findTrade(trades, closed);
  if (!trade) throw new Error(`${pool.name} has no open trade in ${closed.symbol}`);
  const baseNav = findBaseNav(trade, state.nav);
  const close = closePoolTrade(bot.botId, state, factor(toScaled(closed.factor)), baseNav);
  const closeSequence = increment(before.closeSequence);
  // The nav after the last close of a commit decides, so that losses and gains of one moment are netted.
  const isOver = pool.status !== "trading";
  return {
    state: { ...state, nav: close.nav, cash: valueUp(state.units, close.nav), flowsSinceClose: 0 },
    trades: trades.flatMap((each) => (each === trade ? subtractExposure(each, closed.exposure) : [each])),
    closeSequence,
    wonTrades: increment(before.wonTrades, close.nav > state.nav ? 1n : 0n),
    status: isOver ? pool.status : close.status,
    haltReason: isOver ? pool.haltReason : formatHaltReason(close, closed),
    postings: [...before.postings, ...close.postings],
    rows: [
      ...before.rows,
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
  };
}

/** The rest of a trade of which a part was sold; nothing when it was the whole. */
function subtractExposure(trade: PoolTrade, sold: string): PoolTrade[] {
  const rest = toScaled(trade.exposure) - toScaled(sold);
  if (rest < 0n) throw new Error(`more of a trade in ${trade.symbol} was sold than is open`);
  return rest === 0n ? [] : [{ ...trade, exposure: formatDecimal(rest / EXPOSURE_STEP, EXPOSURE_PLACES) }];
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
