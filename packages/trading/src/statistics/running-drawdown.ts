/**
 * The deepest fall of a curve from a peak before it, in one pass. `computeFall` gives the fall from `peak` to a lower
 * `value`, as a share of the peak in a unit of the caller; the values are floats, or exact integers.
 */
export class RunningDrawdown<Value extends number | bigint> {
  private lowest: Value;

  /** @param peak the value that the curve starts from
   *  @param deepest the fall of a curve that never falls */
  constructor(
    private readonly computeFall: (value: Value, peak: Value) => Value,
    private peak: Value,
    public deepest: Value,
  ) {
    this.lowest = peak;
  }

  add(value: Value): void {
    if (value > this.peak) {
      this.peak = value;
      this.lowest = value;
    } else if (value < this.lowest) {
      this.lowest = value;
      const fall = this.computeFall(value, this.peak);
      if (fall > this.deepest) this.deepest = fall;
    }
  }

  /** The deepest fall if the curve went on to this value. */
  deepestWith(value: Value): Value {
    if (!(value < this.peak)) return this.deepest;
    const fall = this.computeFall(value, this.peak);
    return fall > this.deepest ? fall : this.deepest;
  }
}

/** Measures a curve of floats that starts at `start`; a fall is a fraction, 0 or above. */
export function createDrawdown(start: number): RunningDrawdown<number> {
  return new RunningDrawdown((value, peak) => 1 - value / peak, start, 0);
}

/** The deepest fall of a curve of floats above 0, as a fraction: 0 or above. A backtest has millions of values, so nothing is called for them. */
export function computeDeepestFall(equity: Float64Array): number {
  let peak = 0;
  let lowest = 0;
  let deepest = 0;
  for (let index = 0; index < equity.length; index += 1) {
    const value = equity[index] as number;
    if (value > peak) {
      // The lowest value after a peak is the deepest fall from it.
      if (lowest < peak) deepest = Math.max(deepest, 1 - lowest / peak);
      peak = value;
      lowest = value;
    } else if (value < lowest) {
      lowest = value;
    }
  }
  return lowest < peak ? Math.max(deepest, 1 - lowest / peak) : deepest;
}

/** How far each value is below the highest value so far, as a fraction: 0 or below. */
export function computeDrawdowns(equity: Float64Array): Float64Array {
  let peak = 0;
  return equity.map((value) => {
    if (value > peak) peak = value;
    return value / peak - 1;
  });
}
