/** Counts closed trades and sums their results, for the win rate and the profit factor. */
export class TradeTally {
  trades = 0;
  wins = 0;
  /** The sum of the results above 0, and of the others without their sign. */
  gains = 0;
  losses = 0;

  /**
   * @param change the trade's result: a return as a fraction, or in whole units of a fraction, whose sums are exact below 2^53
   * @param hasWon whether the trade counts as won; by default when the result is above 0
   */
  add(change: number, hasWon = change > 0): void {
    this.trades += 1;
    if (hasWon) this.wins += 1;
    if (change > 0) this.gains += change;
    else this.losses -= change;
  }

  /** Share of the trades that won, in per cent; `null` without trades. */
  winRatePct(): number | null {
    return this.trades === 0 ? null : (this.wins / this.trades) * 100;
  }

  /** The winners' results divided by those of the losers; `null` without a loss. */
  profitFactor(): number | null {
    return this.losses > 0 ? this.gains / this.losses : null;
  }
}
