import type { BotRunner } from "../bot/bot-runner.ts";
import { type BotState, findLastPrice, type OpenTrade, type SymbolState } from "../bot/bot-state.ts";
import { readTradeNumbers } from "../bot/trade-numbers.ts";
import { isOnMargin } from "../costs/financing.ts";

/** The gain of a symbol's open trades at a mid price p, in units of the nav: `perPrice × p + fixed + perInverse / p`. */
interface SymbolTerms {
  newest: OpenTrade;
  /** The runner changes it in place with each bar. */
  readonly known: SymbolState | undefined;
  perPrice: number;
  fixed: number;
  perInverse: number;
}

/**
 * Values the nav of a bot in motion at the end of a moment in floating point, to nine places as `BotRunner.computeMarkedNav` does
 * exactly. Only statistics of a record use it: a record has a value for each day, and most of its days change no trade. What
 * trades are made of is read once.
 */
export class TradeValues {
  private of: readonly OpenTrade[] = [];
  private terms: readonly SymbolTerms[] = [];
  private paid = 0;
  private symbols: BotState["symbols"] = {};
  private closedNav = 1;

  constructor(private readonly runner: BotRunner) {}

  /** The nav with each open trade at its closing value, never below 0. */
  findNav(): number {
    this.refresh();
    let nav = this.closedNav;
    for (const { newest, known, perPrice, fixed, perInverse } of this.terms) {
      const price = findLastPrice(known, newest);
      nav += perPrice * price + fixed + (perInverse === 0 ? 0 : perInverse / price);
    }
    return Math.max(0, nav);
  }

  /** The money that paid for open trades, in units of the nav: those on margin use none (`isOnMargin`). */
  findPaid(): number {
    this.refresh();
    return this.paid;
  }

  private refresh(): void {
    const { openTrades, symbols } = this.runner;
    if (this.of === openTrades && this.symbols === symbols) return;
    this.of = openTrades;
    this.symbols = symbols;
    this.closedNav = Number(this.runner.closedNav);
    this.paid = 0;
    const terms = new Map<string, SymbolTerms>();
    for (const trade of openTrades) {
      if (!isOnMargin(trade)) this.paid += readTradeNumbers(trade).entered;
      const known = terms.get(trade.symbol) ?? {
        newest: trade,
        known: symbols[trade.symbol],
        perPrice: 0,
        fixed: 0,
        perInverse: 0,
      };
      addTerms(known, trade);
      terms.set(trade.symbol, known);
    }
    this.terms = [...terms.values()];
  }
}

/** Adds `computeCloseFactor` less 1, times the nav at entry. */
function addTerms(terms: SymbolTerms, trade: OpenTrade): void {
  const { costs } = trade;
  const { direction, entered, entry, dividends, financing, isConverted } = readTradeNumbers(trade);
  const exit = 1 - direction * (costs.halfSpread + costs.slippage);
  const known = direction * (dividends - entry) - financing;
  terms.newest = trade;
  if (isConverted) {
    terms.fixed += entered * (direction - 2 * costs.commission);
    terms.perInverse += (entered * known) / exit;
    return;
  }
  terms.perPrice += (entered * (direction - costs.commission) * exit) / entry;
  terms.fixed += entered * (known / entry - costs.commission);
}
