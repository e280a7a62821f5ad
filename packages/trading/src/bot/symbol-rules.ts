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

const NO_TRADES: readonly OpenTrade[] = [];

/** True for a trade that a bar may close or charge. */
function isWatched({ side, stopPrice, targetPrice, costs: { financing } }: OpenTrade): boolean {
  const rate = financing === undefined ? 0 : side === "buy" ? financing.longRate : financing.shortRate;
  return stopPrice !== null || targetPrice !== null || rate !== 0;
}

/** The rules of a bot in motion, one for each symbol. Each is restored from the bot's state when it is first needed. */
export class SymbolRules {
  private readonly rules = new Map<string, Rule>();
  private readonly row = createBarColumns(1);
  private readonly desk = new PoolDesk();
  /** The symbols with trades that a bar may close or charge, of the newest open trades. */
  private watched = { openTrades: NO_TRADES, symbols: new Set<string>() };
  private readonly decidesByMonth: boolean;

  /** @param ownsState true when the bot's state is held nowhere else, so that it may be changed in place */
  constructor(
    private readonly config: BotConfig,
    readonly ownsState = false,
  ) {
    this.decidesByMonth = isAllocation(config.strategy);
  }

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

  /**
   * True when a bar can do no more than teach the symbol's rule: the strategy decides at the end of a month, and the symbol has no
   * order and no trade with a stop, a target or financing. So are most bars of a portfolio.
   */
  isQuiet(state: BotState, symbol: string): boolean {
    if (!this.decidesByMonth || state.orders.some((order) => order.symbol === symbol)) return false;
    return !this.listWatched(state).has(symbol);
  }

  /** True when all symbols are quiet. */
  areAllQuiet(state: BotState): boolean {
    return this.decidesByMonth && state.orders.length === 0 && this.listWatched(state).size === 0;
  }

  /** Shows a symbol's months a closed bar, as `decide` does. */
  watch(state: BotState, symbol: string, { time, close }: Pick<Candle, "time" | "close">): void {
    this.findBook(symbol, state)?.takeClose(time, close);
  }

  /** Shows the months of a symbol a dividend, once. A late one is that of a bar that they have seen. */
  showDividend(
    state: BotState,
    { symbol, amount, exTime }: { symbol: string; amount: string; exTime: number },
    isLate: boolean,
  ): void {
    this.findBook(symbol, state)?.takeDividend(Number(amount), exTime, isLate);
  }

  /** Shows the months of a symbol a split (`MonthBook.takeSplit`); false for a rule without months. */
  showSplit(state: BotState, symbol: string, ratio: number, isLate: boolean): boolean {
    const book = this.findBook(symbol, state);
    book?.takeSplit(ratio, isLate);
    return book !== null;
  }

  /** Shows the months of a symbol no dividend up to a time (`MonthBook.skipDividends`). */
  skipDividends(state: BotState, symbol: string, exTime: number): void {
    this.findBook(symbol, state)?.skipDividends(exTime);
  }

  /** The symbol's monthly returns (`MonthBook.listReturns`). */
  listReturns(instrument: BotInstrument, state: BotState, last: number): readonly number[] {
    return this.findBook(instrument.symbol, state)?.listReturns(last) ?? [];
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

  private listWatched({ openTrades }: BotState): ReadonlySet<string> {
    if (this.watched.openTrades !== openTrades) {
      const symbols = new Set<string>();
      for (const trade of openTrades) if (isWatched(trade)) symbols.add(trade.symbol);
      this.watched = { openTrades, symbols };
    }
    return this.watched.symbols;
  }

  /** The months of a symbol; null for other strategies, and for a symbol that the bot no longer trades. */
  private findBook(symbol: string, state: BotState): MonthBook | null {
    const known = this.rules.get(symbol);
    if (known instanceof MonthBook) return known;
    const instrument = findInstrument(this.config, symbol);
    if (instrument === undefined || !this.decidesByMonth) return null;
    const rule = this.restoreRule(instrument, state.symbols[symbol]?.strategyState ?? null);
    return rule instanceof MonthBook ? rule : null;
  }

  private restoreRule(instrument: BotInstrument, saved: Json): Rule {
    const rule = createInstrumentRule(this.config, instrument);
    rule.restore(saved);
    this.rules.set(instrument.symbol, rule);
    return rule;
  }
}
