import { stepBot, type BotEvent } from "@wazi/trading";
import { limitEntry, type EntryGate } from "./entry-gate.ts";
import type { MarketFeed, Moment } from "../feeds/market-feed.ts";
import { readPool } from "./store.ts";
import { recordClose, recordOpening, type RecordDeps } from "./record-trade.ts";
import { selectEvents, type TradingBot } from "./trading-bot.ts";
import { windUp } from "./wind-up.ts";

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
    for (const event of selectEvents(bot, moment.events)) await playEvent(deps, bot, event);
  }
}

async function playEvent(deps: PlayDeps, bot: TradingBot, event: BotEvent): Promise<void> {
  const before = await limitEntry(bot, { symbol: event.symbol, barTime: findBarTime(bot, event) }, deps.mayEnter);
  const { state, effects } = stepBot(bot.config, before, event);
  for (const [index, effect] of effects.entries()) {
    // The new state is saved with the last effect only. After a crash before it the event is played again, and effects
    // that are already recorded are skipped.
    const engine = index === effects.length - 1 ? state : before;
    const acting = { botId: bot.botId, feed: bot.feed, engine };
    if (effect.type === "trade-opened") await recordOpening(deps, acting, effect);
    else await recordClose(deps, acting, effect);
  }
  bot.state = state;
  bot.unsaved = true;
  if (effects.length === 0) return;
  bot.pool = await readPool(deps.sql, bot.botId);
  await windUpIfDue(deps, bot);
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

export async function windUpIfDue(deps: RecordDeps, bot: TradingBot): Promise<void> {
  if (bot.pool.status !== "winding-up" || bot.pool.openTrade) return;
  await windUp(deps, bot.botId);
  bot.pool = await readPool(deps.sql, bot.botId);
}
