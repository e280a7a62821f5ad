import { type BotEvent, type BotState, type MomentEnd, stepBot } from "@wazi/trading";
import { type EntryGate, limitEntry } from "./entry-limits.ts";
import type { MarketFeed, Moment } from "../feeds/market-feed.ts";
import { listHolders, readClosingPool, readPool } from "./store.ts";
import { recordSplit } from "./record-split.ts";
import { recordEffects } from "./record-trade.ts";
import { closeAllTrades, selectEvents, type TradingBot } from "./trading-bot.ts";
import { decideDeactivation, formatNav, startSeries } from "@wazi/domain";
import { buildInvestmentOperation } from "../../investing/api.ts";
import {
  createOperationId,
  type Operation,
  readInvestor,
  runMoneyOperation,
  toLedgerEntries,
} from "../../ledger/api.ts";
import { increment, lockPool, postOrThrow, type RecordDeps, toPoolRow } from "./pool-operation.ts";

/** The number of holders read at a time. */
const BATCH = 500;

/**
 * Ends a series of units whose unit price has left its bounds: all positions are redeemed at the unit price after the
 * last close, the rest from rounding is swept, and a new series starts at 1. It can be interrupted at any point and
 * continues at the next start.
 */
export async function windUp(deps: RecordDeps, botId: string): Promise<void> {
  for (;;) {
    const holders = await listHolders(deps.sql, botId, BATCH);
    if (holders.length === 0) break;
    for (const userId of holders) {
      deps.signal?.throwIfAborted();
      await redeemAll(deps, botId, userId);
    }
  }
  const operationId = createOperationId();
  const { pool, state } = await readClosingPool(deps.sql, botId, operationId);
  const start = startSeries(botId, state);
  const operation: Operation = {
    ...lockPool(pool, deps.lease, operationId),
    transaction: {
      kind: "series-start",
      actorId: null,
      reason: `Series ${pool.series + 1} of ${pool.name}`,
      entries: toLedgerEntries(start.postings),
    },
    writes: {
      pools: [
        {
          ...toPoolRow(pool),
          status: "trading",
          haltReason: null,
          series: pool.series + 1,
          nav: formatNav(start.nav),
          unitsAtClose: "0",
          cashAtClose: "0",
          version: increment(pool.version),
          closes: true,
        },
      ],
    },
  };
  await postOrThrow(deps.door, operation, `The new series of ${pool.name}`);
}

async function redeemAll({ sql, door }: RecordDeps, botId: string, userId: string): Promise<void> {
  await runMoneyOperation(door, null, {
    read: () => readInvestor(sql, userId, 0),
    decide: (snapshot) => {
      const held = snapshot.bots.find(({ pool }) => pool.id === botId);
      if (!held?.position?.isActive) throw new Error(`${userId} no longer has a position in ${botId}`);
      const decision = decideDeactivation(userId, { bot: held.pool, position: held.position });
      const operation = buildInvestmentOperation({
        snapshot,
        basis: [held],
        decision,
        kind: "winding-up",
        actorId: null,
      });
      return { operation, answer: { status: 200, body: null } };
    },
  });
}

type PlayDeps = RecordDeps & { mayEnter: EntryGate };

/** Every bot sees the moment's events. Its trades are recorded before the next event. */
export async function playMoment(
  deps: PlayDeps,
  bots: readonly TradingBot[],
  feed: MarketFeed,
  moment: Moment,
): Promise<void> {
  for (const bot of bots) {
    if (
      bot.pool.status === "halted" ||
      !feed.symbols.some(({ symbol, feed: kind }) => kind === bot.feed && bot.state.symbols[symbol])
    )
      continue;
    for (const event of selectEvents(bot, moment.events)) {
      if (event.type === "moment-end") endMoment(bot, event);
      else await playEvent(deps, bot, event);
    }
  }
}

/** Lets a strategy with weights decide. Nothing is traded before the next bar opens. */
function endMoment(bot: TradingBot, event: MomentEnd): void {
  const before = { ...bot.state, nav: bot.pool.nav };
  const { state } = stepBot(bot.config, before, event);
  bot.unsaved ||= state !== before;
  bot.state = state;
}

async function playEvent(deps: PlayDeps, bot: TradingBot, event: BotEvent): Promise<void> {
  // Interest and a new series move the nav of the pool between its trades.
  bot.state = { ...bot.state, nav: bot.pool.nav };
  const at = { symbol: event.symbol, barTime: findBarTime(bot, event) };
  const { state: before, waiting } = await limitEntry(bot, at, deps.mayEnter);
  const stepped = stepBot(bot.config, before, event);
  const { effects } = stepped;
  if (event.type === "split") return takeSplit(deps, bot, event, stepped.state);
  const state = waiting === null ? stepped.state : { ...stepped.state, orders: [...stepped.state.orders, waiting] };
  await recordEffects(deps, { botId: bot.botId, feed: bot.feed, before, engine: state }, effects);
  bot.state = state;
  bot.unsaved = true;
  if (effects.length === 0) return;
  bot.pool = await readPool(deps.sql, bot.botId);
  await finishIfOver(deps, bot);
}

async function takeSplit(
  deps: PlayDeps,
  bot: TradingBot,
  event: Extract<BotEvent, { type: "split" }>,
  state: BotState,
): Promise<void> {
  bot.unsaved ||= state !== bot.state;
  await recordSplit(deps, { botId: bot.botId, before: bot.state, engine: state }, event);
  bot.state = state;
  bot.pool = await readPool(deps.sql, bot.botId);
}

/** The time of the bar that an event belongs to, epoch ms. */
function findBarTime(bot: TradingBot, event: BotEvent): number {
  switch (event.type) {
    case "candle":
      return event.candle.time;
    case "open":
      return event.barTime;
    default:
      return bot.state.symbols[event.symbol]?.barTime ?? 0;
  }
}

/**
 * Finishes a bot that no longer trades: the trades that it still holds are closed at their last prices, which those of a bot that lost
 * everything are already (`closeTrades`), and a series that is winding up is wound up. It can be interrupted at any point and continues at the next start.
 */
export async function finishIfOver(deps: RecordDeps, bot: TradingBot): Promise<void> {
  if (bot.pool.status === "trading") return;
  if (bot.pool.openTrades.length > 0) {
    const before = { ...bot.state, nav: bot.pool.nav };
    const { state, effects } = closeAllTrades(bot.config, before);
    await recordEffects(deps, { botId: bot.botId, feed: bot.feed, before, engine: state }, effects);
    bot.state = state;
    bot.pool = await readPool(deps.sql, bot.botId);
  }
  if (bot.pool.status !== "winding-up") return;
  await windUp(deps, bot.botId);
  bot.pool = await readPool(deps.sql, bot.botId);
}
