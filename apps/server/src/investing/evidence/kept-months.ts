import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formatMonth, type KeepMonths, toMonth } from "@wazi/trading";
import { RECORDED_FOLDER } from "./recorded-evidence.ts";

/** The months from which the kept money of a record is computed, as they are committed. */
export interface KeptMonths {
  botName: string;
  /** The hash of the rule. */
  parameters: string;
  /** The first month, YYYY-MM. */
  from: string;
  /** `KeepMonths`, with twelve decimals. */
  months: { growth: number[]; interest: number[]; bills: number[] };
}

/** By the bot's name. */
export type MonthsByBot = Readonly<Record<string, { parameters: string; months: KeepMonths }>>;

/** In a folder of its own, because a file beside the records is a record. */
const FOLDER = "kept-months";

/** The folder of the committed files; `npm run evidence -- --record` writes them. */
export const KEPT_MONTHS_FOLDER = join(RECORDED_FOLDER, FOLDER);

const DECIMALS = 12;

export function toKeptMonths(
  botName: string,
  parameters: string,
  { firstMonth, growth, interest, bills }: KeepMonths,
): KeptMonths {
  const round = (figures: ArrayLike<number>): number[] =>
    Array.from(figures, (figure) => Number(figure.toFixed(DECIMALS)));
  const months = { growth: round(growth), interest: round(interest), bills: round(bills) };
  return { botName, parameters, from: formatMonth(firstMonth), months };
}

export function readKeptMonths(folder: string = join(import.meta.dirname, "recorded", FOLDER)): MonthsByBot {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return Object.fromEntries(
    files.map((name) => {
      const { botName, parameters, from, months } = JSON.parse(readFileSync(join(folder, name), "utf8")) as KeptMonths;
      return [botName, { parameters, months: { firstMonth: toMonth(Date.parse(from)), ...months } }];
    }),
  );
}
