/** One closed trade. Bars count from 0. `pnl` is in the currency of the cash, with dividends and after the commissions of both sides. */
export interface BacktestTrade {
  /** In units: above 0 long, below 0 short. */
  readonly size: number;
  readonly entryBar: number;
  readonly exitBar: number;
  /** Including the spread. */
  readonly entryPrice: number;
  readonly exitPrice: number;
  readonly pnl: number;
}

const FIELDS = 6;
const FIRST_CAPACITY = 256;

/** Closed trades in the order of their exits. A typed array, because a million bars can give tens of thousands. */
export class TradeLog {
  length = 0;
  private cells = new Float64Array(FIRST_CAPACITY * FIELDS);

  /** Removes all trades and keeps the memory. */
  clear(): void {
    this.length = 0;
  }

  add(size: number, entryBar: number, exitBar: number, entryPrice: number, exitPrice: number, pnl: number): void {
    const start = this.length * FIELDS;
    if (start === this.cells.length) {
      const grown = new Float64Array(this.cells.length * 2);
      grown.set(this.cells);
      this.cells = grown;
    }
    const { cells } = this;
    cells[start] = size;
    cells[start + 1] = entryBar;
    cells[start + 2] = exitBar;
    cells[start + 3] = entryPrice;
    cells[start + 4] = exitPrice;
    cells[start + 5] = pnl;
    this.length += 1;
  }

  at(index: number): BacktestTrade {
    if (!(index >= 0 && index < this.length)) throw new RangeError(`there is no trade with index ${index}`);
    const start = index * FIELDS;
    const { cells } = this;
    return {
      size: cells[start] as number,
      entryBar: cells[start + 1] as number,
      exitBar: cells[start + 2] as number,
      entryPrice: cells[start + 3] as number,
      exitPrice: cells[start + 4] as number,
      pnl: cells[start + 5] as number,
    };
  }

  toArray(): BacktestTrade[] {
    return Array.from({ length: this.length }, (_, index) => this.at(index));
  }
}
