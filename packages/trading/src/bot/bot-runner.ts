import type { BotConfig } from "./bot-config.ts";
import type { BotEffect, BotEvent } from "./bot-event.ts";
import { type BotState, createBotState, type OpenTrade } from "./bot-state.ts";
import { applyEvent, applyWarmUp } from "./step-bot.ts";
import { SymbolRules } from "./symbol-rules.ts";

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
    this.rules = new SymbolRules(config);
    this.state = state;
  }

  get openTrade(): OpenTrade | null {
    return this.state.openTrade;
  }

  /** Moves the bot one event forward. */
  apply(event: BotEvent): readonly BotEffect[] {
    const { state, effects } = applyEvent(this.config, this.rules, this.state, event);
    this.state = state;
    return effects;
  }

  /** Shows the strategy a candle from before the bot's start (`warmUpBot`). */
  warmUp(event: Extract<BotEvent, { type: "candle" }>): void {
    this.state = applyWarmUp(this.config, this.rules, this.state, event);
  }

  /** The mid price at which the open trade is valued: the last close since its entry, or its entry; `null` when flat. */
  findMarkPrice(): number | null {
    const { openTrade, symbols } = this.state;
    if (openTrade === null) return null;
    const known = symbols[openTrade.symbol];
    const isOfThatBar = known !== undefined && known.barSequence >= openTrade.barSequence;
    return isOfThatBar && known.close !== null ? known.close : openTrade.midPrice;
  }

  /** The bot's complete state, as `stepBot` would give it. */
  save(): BotState {
    return this.rules.saveInto(this.state);
  }
}
