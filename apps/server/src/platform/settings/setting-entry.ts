import { type Cents, parseCents } from "@wazi/domain";

/** The reason why a variable's text is invalid, worded to follow the variable's name: "is not a whole number". */
export class Problem {
  constructor(readonly text: string) {}
}

/**
 * One variable. No schema library reads it: a value comes from one text, and every refusal names the variable, the text unless
 * it is a secret, and what is allowed. A schema would need all of that beside it.
 */
export interface SettingEntry<T> {
  variable: string;
  /** The text used when the variable is not set; null when there is no default. */
  fallback: string | null;
  meaning: string;
  allowed: string;
  /** The error never repeats an invalid text of a secret. */
  secret?: true;
  /** It differs between processes with the same role, so a start does not record it. */
  perProcess?: true;
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

export function parseDollars(text: string): Cents | Problem {
  return /^\d{1,10}(\.\d{1,2})?$/.test(text) ? parseCents(text) : new Problem("is not an amount in dollars");
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

/** The settings of one noun, or of one part of the platform. `Values` are those that its checks read, of other parts too. */
export interface SettingsPart<Entries, Values, Read> {
  /** Its heading in docs/reference/settings.md. */
  title: string;
  entries: Entries;
  /** Returns one line for each problem with values that do not go together. */
  check?: (values: Values) => string[];
  /** Returns one line for each value that live mode does not allow. */
  checkLive?: (values: Values) => string[];
  /** The form in which the code reads them. */
  toSettings: (values: ParsedEntries<Entries> & Values) => Read;
}

/** The settings that a part gives to the code. */
export type SettingsOf<Part> = Part extends { toSettings: (values: never) => infer Read } ? Read : never;

/** Declares a part of the settings. Without `toSettings`, the code reads the parsed values under the names of the entries. */
export function defineSettings<
  const Entries extends Readonly<Record<string, SettingEntry<unknown>>>,
  Values = ParsedEntries<Entries>,
  Read = ParsedEntries<Entries>,
>({
  toSettings,
  ...part
}: Omit<SettingsPart<Entries, Values, Read>, "toSettings"> & {
  toSettings?: (values: ParsedEntries<Entries> & Values) => Read;
}): SettingsPart<Entries, Values, Read> {
  const pick = (values: Readonly<Record<string, unknown>>): object =>
    Object.fromEntries(Object.keys(part.entries).map((name) => [name, values[name]]));
  return { ...part, toSettings: toSettings ?? ((values) => pick(values) as Read) };
}
