/** A value that `JSON.stringify` and `JSON.parse` keep exactly. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * A value in motion that can be stored after any step and continued exactly: after `restore` with the result of `save`, also
 * when that went through JSON, it gives the same values as if it had never stopped.
 */
export interface Restorable {
  save(): Json;
  /** `saved` comes from `save` of the same kind with the same settings. It is not checked. */
  restore(saved: Json): void;
}

/** NaN as `null`, because JSON has no NaN. */
export function saveNumber(value: number): Json {
  return Number.isNaN(value) ? null : value;
}

export function restoreNumber(saved: Json | undefined): number {
  return typeof saved === "number" ? saved : NaN;
}

/** Saves several parts under their names. */
export function saveParts(parts: Readonly<Record<string, Restorable>>): Json {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.save()]));
}

export function restoreParts(parts: Readonly<Record<string, Restorable>>, saved: Json): void {
  const named = saved as Readonly<Record<string, Json>>;
  for (const [name, part] of Object.entries(parts)) part.restore(named[name] ?? null);
}

/** The first cells of a column, as JSON. */
export function saveColumn(column: Float64Array, length: number): Json {
  return Array.from(column.subarray(0, length));
}

export function restoreColumn(column: Float64Array, saved: Json | undefined): void {
  column.set(saved as readonly number[]);
}
