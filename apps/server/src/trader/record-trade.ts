import { createHash } from "node:crypto";
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
import { toScaled, type BotState, type TradeClosed, type TradeOpened } from "@wazi/trading";
import { entriesOf, type Operation } from "../core/ledger/operation.ts";
import type { Door } from "../core/ledger/post.ts";
import type { Sql } from "../db/pool.ts";
import type { Lease } from "./lease-store.ts";
import { computeMarks, type PoolTrade } from "./open-trade.ts";
import { exclusively, next, toPoolRow, postOrThrow } from "./pool-operation.ts";
import { isOpeningRecorded, isPosted, readPool, readPoolState, type TraderPool } from "./pool-store.ts";

export interface RecordDeps {
  sql: Sql;
  door: Door;
  lease: Lease;
  now: () => Date;
}

/** The bot that did something, and its engine's state after it, which is saved in the same commit. */
export interface ActingBot {
  botId: string;
  feed: FeedKind;
  engine: BotState;
}

/** The same bot, bar and event give the same id: taken twice, it is one trade. */
function idOf(...parts: readonly (string | number)[]): string {
  const hash = createHash("sha256").update(parts.join("\n")).digest("hex");
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** Records that a bot has opened a trade: from now on its pool is valued with it. */
export async function recordOpening(deps: RecordDeps, bot: ActingBot, opened: TradeOpened): Promise<void> {
  const { sql, door, lease } = deps;
  const id = idOf("open", bot.botId, bot.feed, opened.symbol, opened.barSequence);
  const pool = await readPool(sql, bot.botId);
  if (pool.openTrade?.id === id || (await isOpeningRecorded(sql, id))) return;
  if (pool.openTrade) throw new Error(`${pool.name} has another trade open`);
  const { type: _type, ...trade } = opened;
  const openTrade: PoolTrade = { ...trade, id, openedAt: deps.now().toISOString(), feed: bot.feed };
  const version = next(pool.version);
  const marks = computeMarks(parseNav(pool.nav), openTrade, opened.midPrice, null);
  const alone = exclusively(pool, lease, id);
  await postOrThrow(
    door,
    {
      ...alone,
      // A pause that came in this very moment: the trader starts over, and sees it.
      expects: { ...alone.expects, unpaused: [bot.botId] },
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
    `An opening of ${pool.name}`,
  );
}

/**
 * Records that a bot has closed its trade: the pool is frozen, so that no flow comes between what is read and what is
 * posted; then the trade, the new nav and one ledger posting pool ↔ market go in one commit, whatever the number of
 * investors.
 */
export async function recordClose(deps: RecordDeps, bot: ActingBot, closed: TradeClosed): Promise<void> {
  const { sql, door, lease } = deps;
  const operationId = idOf("close", bot.botId, bot.feed, closed.symbol, closed.barSequence, closed.entryBarTime);
  if (await isPosted(sql, operationId)) return;
  const before = await readPool(sql, bot.botId);
  const trade = before.openTrade;
  if (trade?.symbol !== closed.symbol || trade.barTime !== closed.entryBarTime) {
    throw new Error(`${before.name} closes a trade that is not open`);
  }
  if (!before.frozen) {
    const freeze = idOf("freeze", operationId, before.version);
    const frozenRow = { ...toPoolRow(before), frozen: true, version: next(before.version), closes: false };
    await postOrThrow(
      door,
      { ...exclusively(before, lease, freeze), writes: { pools: [frozenRow] } },
      `A close of ${before.name}`,
    );
  }
  const pool = before.frozen ? before : { ...before, frozen: true, version: next(before.version) };
  const operation = await buildCloseOperation(deps, bot, { pool, trade, closed, operationId });
  await postOrThrow(door, operation, `A close of ${pool.name}`);
}

/** Why a bot trades no more after a trade; null where it goes on. */
function formatHaltReason({ status, nav }: TradeClose, { symbol, side, reason }: TradeClosed): string | null {
  const trade = `Its last trade (${symbol}, ${side === "buy" ? "bought" : "sold short"}, closed by ${closedBy[reason]})`;
  switch (status) {
    case "trading":
      return null;
    case "halted":
      return `${trade} lost all that the bot had.`;
    case "winding-up":
      return `${trade} took its nav to ${formatNav(nav)}, ${nav < LOWEST_NAV ? "below the lowest" : "above the highest"} allowed: everyone is paid out, and a new series of units starts.`;
  }
}

const closedBy: Readonly<Record<TradeClosed["reason"], string>> = {
  stop: "its stop",
  target: "its target",
  signal: "the strategy",
  "series-break": "a break in the prices",
};

async function buildCloseOperation(
  { sql, lease }: RecordDeps,
  bot: ActingBot,
  {
    pool,
    trade,
    closed,
    operationId,
  }: { pool: TraderPool; trade: PoolTrade; closed: TradeClosed; operationId: string },
): Promise<Operation> {
  const state = await readPoolState(sql, bot.botId);
  const close = closePoolTrade(bot.botId, state, factor(toScaled(closed.factor)));
  const closeSequence = next(pool.closeSequence);
  return {
    ...exclusively(pool, lease, operationId),
    transaction: {
      kind: "trade",
      actorId: null,
      reason: `${closed.symbol} ${closed.side} closed by ${closed.reason}`,
      entries: entriesOf(close.postings),
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
          wonTrades: next(pool.wonTrades, close.nav > state.nav ? 1n : 0n),
          version: next(pool.version),
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
          symbol: closed.symbol,
          side: closed.side,
          exposure: closed.exposure,
          entryPrice: closed.entryPrice,
          exitPrice: closed.exitPrice,
          openedAt: new Date(trade.openedAt),
          entryBarTime: new Date(closed.entryBarTime),
          barTime: new Date(closed.barTime),
          reason: closed.reason,
          feed: trade.feed,
          navBefore: formatNav(state.nav),
          navAfter: formatNav(close.nav),
          units: formatUnits(state.units),
          poolGain: formatCents(close.poolGain),
          openingId: trade.id,
          dividends: closed.dividends,
        },
      ],
      engines: [{ botId: bot.botId, state: bot.engine }],
    },
  };
}
