import { type Json, type Restorable, restoreNumber, saveNumber } from "./restorable.ts";

/**
 * The highest or the lowest of a stream's last `period` values, in constant time per value: a queue holds the values that
 * can still become it, best first (the monotonic queue of D. Lemire, Streaming Maximum-Minimum Filter, 2006).
 */
export class RunningExtreme implements Restorable {
  /** NaN until `period` values have been seen. */
  value = NaN;
  /** The `value` before the last `push`: the extreme of the `period` values before it. */
  previous = NaN;
  private readonly values: Float64Array;
  private readonly arrivals: Float64Array;
  private count = 0;
  private head = 0;
  private size = 0;
  private readonly sign: 1 | -1;

  constructor(
    kind: "highest" | "lowest",
    private readonly period: number,
  ) {
    this.sign = kind === "highest" ? 1 : -1;
    this.values = new Float64Array(period);
    this.arrivals = new Float64Array(period);
  }

  push(entering: number): void {
    const { values, arrivals, period, sign } = this;
    if (this.size > 0 && (arrivals[this.head] as number) <= this.count - period) {
      this.head = (this.head + 1) % period;
      this.size -= 1;
    }
    while (this.size > 0 && sign * (values[(this.head + this.size - 1) % period] as number) <= sign * entering) {
      this.size -= 1;
    }
    const place = (this.head + this.size) % period;
    values[place] = entering;
    arrivals[place] = this.count;
    this.size += 1;
    this.count += 1;
    this.previous = this.value;
    if (this.count >= period) this.value = values[this.head] as number;
  }

  /** The queue is saved from its head, best value first. */
  save(): Json {
    const inOrder = (column: Float64Array) =>
      Array.from({ length: this.size }, (_, index) => column[(this.head + index) % this.period] as number);
    return {
      count: this.count,
      values: inOrder(this.values),
      arrivals: inOrder(this.arrivals),
      value: saveNumber(this.value),
      previous: saveNumber(this.previous),
    };
  }

  restore(saved: Json): void {
    const state = saved as Record<string, Json>;
    const values = state["values"] as readonly number[];
    this.values.set(values);
    this.arrivals.set(state["arrivals"] as readonly number[]);
    this.head = 0;
    this.size = values.length;
    this.count = state["count"] as number;
    this.value = restoreNumber(state["value"]);
    this.previous = restoreNumber(state["previous"]);
  }
}
