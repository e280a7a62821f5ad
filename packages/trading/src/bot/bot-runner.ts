import { computeExitPrice } from "../pricing/fill-price.ts";
import { computeCloseFactor } from "../pricing/nav-factor.ts";
import { toScaled } from "../pricing/scaled-decimal.ts";
import type { BotConfig } from "./bot-config.ts";
import {
  type BotEffect,
  type BotEvent,
  type MomentEvent,
  toCandleEvent,
  toDividendEvents,
  toOpenEvent,
} from "./bot-event.ts";
import { type BotState, createBotState, findLastPrice, type OpenTrade } from "./bot-state.ts";
import type { JoinedBar } from "./play-once.ts";
import { applyEvent, applyWarmUp, takeQuietBar } from "./step-bot.ts";
import { SymbolRules } from "./symbol-rules.ts";
import { addGain } from "./trade-fills.ts";

/**
 * A bot in motion: the rules of `stepBot`, without storing the strategy's state after every event. For backtests and track
 * records; the trader stores a bot after every event and uses `stepBot`.
 */
export class BotRunner {
  private readonly rules: SymbolRules;
  /** The strategies' states in it are those of the start; `save` completes it. */
  private state: BotState;

  constructor(
    private readonly config: BotConfig,
    state: BotState = createBotState(config),
  ) {
    this.rules = new SymbolRules(config, true);
    this.state = copySymbols(state);
  }

  get openTrades(): readonly OpenTrade[] {
    return this.state.openTrades;
  }

  /** Each is changed in place as long as the list stays the same one. */
  get symbols(): BotState["symbols"] {
    return this.state.symbols;
  }

  /** The nav of the closed trades, a decimal string. */
  get closedNav(): string {
    return this.state.nav;
  }

  /** The mid price at which an open trade is valued (`findLastPrice`). */
  findMarkPrice(trade: OpenTrade): number {
    return findLastPrice(this.state.symbols[trade.symbol], trade);
  }

  /** The scaled nav with each open trade at its closing value, never below 0, because investors never owe money. */
  computeMarkedNav(): bigint {
    const { nav, openTrades } = this.state;
    let marked = toScaled(nav);
    for (const trade of openTrades) {
      const exitPrice = computeExitPrice(trade.side, this.findMarkPrice(trade), trade.costs);
      marked = addGain(marked, trade, computeCloseFactor(trade, exitPrice, trade.costs.commission));
    }
    return marked > 0n ? marked : 0n;
  }

  /** Moves the bot one event forward. */
  apply(event: MomentEvent): readonly BotEffect[] {
    const { state, effects } = applyEvent(this.config, this.rules, this.state, event);
    this.state = state;
    return effects;
  }

  /** Moves the bot over the bars that close at one time, as `apply` does over `toBarEvents`, but makes no event that changes nothing. */
  applyBars(bars: readonly JoinedBar[]): readonly BotEffect[] {
    const effects: BotEffect[] = [];
    const apply = (event: BotEvent): void => {
      effects.push(...this.apply(event));
    };
    for (const bar of bars) if (bar.dividends !== undefined) toDividendEvents(bar).forEach(apply);
    const { rules } = this;
    if (!rules.areAllQuiet(this.state)) for (const bar of bars) if (!this.isIdleIn(bar.symbol)) apply(toOpenEvent(bar));
    const areAllQuiet = rules.areAllQuiet(this.state);
    for (const bar of bars) {
      const known = this.state.symbols[bar.symbol];
      const isNew = known !== undefined && bar.barSequence > known.barSequence;
      if (isNew && (areAllQuiet || rules.isQuiet(this.state, bar.symbol))) {
        this.state = takeQuietBar(rules, this.state, bar, bar);
      } else apply(toCandleEvent(bar));
    }
    return effects;
  }

  /** Shows the strategy a candle from before the bot's start (`warmUpBot`). */
  warmUp(event: Extract<BotEvent, { type: "candle" }>): void {
    this.state = applyWarmUp(this.config, this.rules, this.state, event);
  }

  /** Takes no dividend or split of the symbol that went ex at this time (epoch ms) or before: the past that it was shown has them in. */
  skipActions(symbol: string, exTime: number): void {
    this.rules.skipDividends(this.state, symbol, exTime);
    const known = this.state.symbols[symbol];
    if (known !== undefined)
      this.state = { ...this.state, symbols: { ...this.state.symbols, [symbol]: { ...known, lastSplit: exTime } } };
  }

  /** The bot's complete state, as `stepBot` would give it. */
  save(): BotState {
    return this.rules.saveInto(copySymbols(this.state));
  }

  /** True when the symbol's next open changes nothing: no order waits, and an open trade pays no financing. */
  private isIdleIn(symbol: string): boolean {
    const { openTrades, orders } = this.state;
    if (this.rules.isQuiet(this.state, symbol)) return true;
    return !orders.some((each) => each.symbol === symbol) && !openTrades.some((each) => each.symbol === symbol);
  }
}

/** The runner changes symbols in place, but never a caller's. */
function copySymbols(state: BotState): BotState {
  const symbols = Object.entries(state.symbols).map(([symbol, known]) => [symbol, { ...known }] as const);
  return { ...state, symbols: Object.fromEntries(symbols) };
}
