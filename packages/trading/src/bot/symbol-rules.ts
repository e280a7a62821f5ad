import { createBarColumns, writeBar } from "../bar-columns.ts";
import type { Candle } from "../candle.ts";
import type { Json } from "../indicators/restorable.ts";
import type { Rule, RuleContext } from "../strategies/strategy.ts";
import {
  type BotConfig,
  type BotInstrument,
  createInstrumentRule,
  findInstrument,
  isAllocation,
} from "./bot-config.ts";
import type { BotState, OpenTrade } from "./bot-state.ts";
import { MonthBook } from "./month-book.ts";
import { PoolDesk } from "./pool-desk.ts";

/** The rules of a bot in motion, one for each symbol. Each is restored from the bot's state when it is first needed. */
export class SymbolRules {
  private readonly rules = new Map<string, Rule>();
  private readonly row = createBarColumns(1);
  private readonly desk = new PoolDesk();

  /** @param ownsState true when the bot's state is held nowhere else, so that it may be changed in place */
  constructor(
    private readonly config: BotConfig,
    readonly ownsState = false,
  ) {}

  /**
   * Shows the instrument's rule a closed bar and returns its orders, which are valid until the next call.
   * @param saved the rule's state, for the first bar that it is shown here
   * @param trade the bot's open trade in the symbol
   */
  decide(
    instrument: BotInstrument,
    saved: Json,
    bar: { readonly candle: Candle; readonly barSequence: number; readonly trade: OpenTrade | null },
    context: RuleContext,
  ): PoolDesk {
    const { row, desk } = this;
    const rule = this.rules.get(instrument.symbol) ?? this.restoreRule(instrument, saved);
    writeBar(row, 0, bar.candle);
    rule.advance(row, 0);
    desk.openBar(bar.trade, bar.barSequence);
    rule.decide(row, 0, desk, context);
    return desk;
  }

  /** Shows the months of a symbol a dividend, once: on the event of a bar that it has not seen yet. */
  showDividend(state: BotState, { symbol, amount, exTime }: { symbol: string; amount: string; exTime: number }): void {
    const book = this.findBook(findInstrument(this.config, symbol), state);
    book?.takeDividend(Number(amount), exTime);
  }

  /** The symbol's monthly returns (`MonthBook.listReturns`). */
  listReturns(instrument: BotInstrument, state: BotState, last: number): readonly number[] {
    return this.findBook(instrument, state)?.listReturns(last) ?? [];
  }

  /** Forgets the symbol's rule. Its next bar restores it from the bot's state. */
  forget(symbol: string): void {
    this.rules.delete(symbol);
  }

  /** The state with what the rules have learned since they were restored. */
  saveInto(state: BotState): BotState {
    if (this.rules.size === 0) return state;
    const symbols = { ...state.symbols };
    for (const [symbol, rule] of this.rules) {
      const known = symbols[symbol];
      if (known !== undefined) symbols[symbol] = { ...known, strategyState: rule.save() };
    }
    return { ...state, symbols };
  }

  private findBook(instrument: BotInstrument | undefined, state: BotState): MonthBook | null {
    if (instrument === undefined || !isAllocation(this.config.strategy)) return null;
    const saved = state.symbols[instrument.symbol]?.strategyState ?? null;
    const rule = this.rules.get(instrument.symbol) ?? this.restoreRule(instrument, saved);
    return rule instanceof MonthBook ? rule : null;
  }

  private restoreRule(instrument: BotInstrument, saved: Json): Rule {
    const rule = createInstrumentRule(this.config, instrument);
    rule.restore(saved);
    this.rules.set(instrument.symbol, rule);
    return rule;
  }
}
