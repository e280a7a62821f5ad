/** The reason why a variable's text is invalid, worded to follow the variable's name: "is not a whole number". */
export class Problem {
  constructor(readonly text: string) {}
}

export interface SettingEntry<T> {
  variable: string;
  /** The text used when the variable is not set; null when there is no default. */
  fallback: string | null;
  meaning: string;
  allowed: string;
  /** The error never repeats an invalid text of a secret. */
  secret?: true;
  /** Relative folders are resolved against `baseDir`. */
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

export function parseOneOf<const T extends string>(...choices: readonly T[]): (text: string) => T | Problem {
  return (text) => choices.find((choice) => choice === text) ?? new Problem("is not an allowed value");
}

export function parseWholeNumber(least: number, most: number): (text: string) => number | Problem {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    return value >= least && value <= most ? value : new Problem("is not a number in the allowed range");
  };
}

export function parseNumberInRange(least: number, most: number): (text: string) => number | Problem {
  return (text) => {
    const value = /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : NaN;
    return value >= least && value <= most ? value : new Problem("is not a number in the allowed range");
  };
}

export function parseLine(text: string): string | Problem {
  return text.length <= 200 && !/\p{Cc}/u.test(text) ? text : new Problem("is not one line of at most 200 characters");
}

export function parseWebAddress(text: string): string | Problem {
  const isWeb = URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
  return isWeb ? text : new Problem("is not a web address");
}

/** The type of an entry's parsed value. */
type ParsedValue<E> = E extends { parse: (...args: never[]) => infer R } ? Exclude<R, Problem> : never;
export type ParsedEntries<Entries> = {
  [K in keyof Entries]: ParsedValue<Entries[K]> | (Entries[K] extends { fallback: null } ? undefined : never);
};

/** Parts of one line, separated by commas. */
export function parseList(text: string): readonly string[] | Problem {
  const items = text.split(",").map((item) => item.trim());
  return items.every((item) => item !== "") ? items : new Problem("has an empty part between commas");
}

/** The values of all other entries: of a group that has become one setting. */
export function withoutEntries<V extends object, E extends object>(values: V, entries: E): Omit<V, keyof E> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !(name in entries))) as Omit<V, keyof E>;
}
