import type { BotRunner } from "../bot/bot-runner.ts";
import type { OpenTrade } from "../bot/bot-state.ts";
import { isOnMargin } from "../costs/financing.ts";
import { isGainConverted } from "../pricing/quote-currency.ts";

/** The gain of a symbol's open trades at a mid price p, in units of the nav: `perPrice × p + fixed + perInverse / p`. */
interface SymbolTerms {
  newest: OpenTrade;
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

  constructor(private readonly runner: BotRunner) {}

  /** The nav with each open trade at its closing value, never below 0. */
  findNav(): number {
    this.refresh();
    let nav = Number(this.runner.closedNav);
    for (const { newest, perPrice, fixed, perInverse } of this.terms) {
      const price = this.runner.findMarkPrice(newest);
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
    const { openTrades } = this.runner;
    if (this.of === openTrades) return;
    this.of = openTrades;
    this.paid = 0;
    const terms = new Map<string, SymbolTerms>();
    for (const trade of openTrades) {
      const entered = Number(trade.exposure) * Number(trade.baseNav);
      if (!isOnMargin(trade)) this.paid += entered;
      const known = terms.get(trade.symbol) ?? { newest: trade, perPrice: 0, fixed: 0, perInverse: 0 };
      addTerms(known, trade, entered);
      terms.set(trade.symbol, known);
    }
    this.terms = [...terms.values()];
  }
}

/** Adds `computeCloseFactor` less 1, times the nav at entry. */
function addTerms(terms: SymbolTerms, trade: OpenTrade, entered: number): void {
  const { symbol, side, entryPrice, dividends, financing, costs } = trade;
  const direction = side === "buy" ? 1 : -1;
  const entry = Number(entryPrice);
  const exit = 1 - direction * (costs.halfSpread + costs.slippage);
  const known = direction * (Number(dividends) - entry) - Number(financing);
  terms.newest = trade;
  if (isGainConverted(symbol)) {
    terms.fixed += entered * (direction - 2 * costs.commission);
    terms.perInverse += (entered * known) / exit;
    return;
  }
  terms.perPrice += (entered * (direction - costs.commission) * exit) / entry;
  terms.fixed += entered * (known / entry - costs.commission);
}
