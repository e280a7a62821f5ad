import { type Json, type Restorable, restoreColumn, saveColumn } from "./restorable.ts";

/** The last `length` values of a stream, in a ring: constant time per value. */
export class RollingWindow implements Restorable {
  private readonly ring: Float64Array;
  private count = 0;
  private place = 0;

  constructor(readonly length: number) {
    this.ring = new Float64Array(length);
  }

  push(entering: number): void {
    this.ring[this.place] = entering;
    this.place = this.place + 1 === this.length ? 0 : this.place + 1;
    if (this.count < this.length) this.count += 1;
  }

  isFull(): boolean {
    return this.count === this.length;
  }

  /** The value with this many pushes after it: 0 is the newest. NaN for one that is not in the window. */
  at(age: number): number {
    if (!(age >= 0 && age < this.count)) return NaN;
    const place = this.place - 1 - age;
    return this.ring[place < 0 ? place + this.length : place] as number;
  }

  save(): Json {
    return { ring: saveColumn(this.ring, this.count), place: this.place };
  }

  restore(saved: Json): void {
    const { ring, place } = saved as { readonly ring: readonly number[]; readonly place: number };
    restoreColumn(this.ring, ring);
    this.count = ring.length;
    this.place = place;
  }
}
