/** A refusal of one variable's text, worded to stand after the variable's name. */
export class Problem {
  constructor(readonly text: string) {}
}

export interface SettingEntry<T> {
  variable: string;
  /** What holds when the variable is not set; null where then there is simply none. */
  fallback: string | null;
  meaning: string;
  allowed: string;
  /** A wrong text of a secret is never repeated in the error. */
  secret?: true;
  /** `baseDir` is what relative folders are resolved against. */
  parse: (text: string, baseDir: string) => T | Problem;
}

type Required<T> = SettingEntry<T> & { fallback: string };
type Optional<T> = SettingEntry<T> & { fallback: null };

export function required<T>(entry: Required<T>): Required<T> {
  return entry;
}

export function optional<T>(entry: Omit<SettingEntry<T>, "fallback">): Optional<T> {
  return { ...entry, fallback: null };
}

export function oneOf<const T extends string>(...choices: readonly T[]): (text: string) => T | Problem {
  return (text) => choices.find((choice) => choice === text) ?? new Problem("is not one of these");
}

export function wholeNumber(least: number, most: number): (text: string) => number | Problem {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    return value >= least && value <= most ? value : new Problem("is not such a number");
  };
}

export function positiveNumber(least: number, most: number): (text: string) => number | Problem {
  return (text) => {
    const value = /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : NaN;
    return value >= least && value <= most ? value : new Problem("is not such a number");
  };
}

export function line(text: string): string | Problem {
  return text.length <= 200 && !/\p{Cc}/u.test(text) ? text : new Problem("is not one line of at most 200 characters");
}

export function webAddress(text: string): string | Problem {
  const isWeb = URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
  return isWeb ? text : new Problem("is not such an address");
}

/** What an entry's text becomes; undefined too where it may be left unset. */
type ParsedValue<E> = E extends { parse: (...args: never[]) => infer R } ? Exclude<R, Problem> : never;
export type ParsedEntries<Entries> = {
  [K in keyof Entries]: ParsedValue<Entries[K]> | (Entries[K] extends { fallback: null } ? undefined : never);
};
