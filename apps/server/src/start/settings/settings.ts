import { depositSettings } from "../../deposits/settings.ts";
import { investingSettings } from "../../investing/settings.ts";
import { ledgerSettings } from "../../ledger/settings.ts";
import { peopleSettings } from "../../people/settings.ts";
import { StartError } from "../../platform/process/start-error.ts";
import { databaseSettings } from "../../platform/settings/database-settings.ts";
import { mailSettings } from "../../platform/settings/mail-settings.ts";
import { processSettings } from "../../platform/settings/process-settings.ts";
import { pushSettings } from "../../platform/settings/push-settings.ts";
import {
  type ParsedEntries,
  Problem,
  type SettingEntry,
  type SettingsOf,
  type SettingsPart,
} from "../../platform/settings/setting-entry.ts";
import { proofSettings } from "../../proofs/settings.ts";
import { traderSettings } from "../../trader/settings.ts";
import { withdrawalSettings } from "../../withdrawals/settings.ts";
import { checkLiveModeNetwork } from "./live-mode-network.ts";
import { checkLiveModeSecurity } from "./live-mode-security.ts";

/** All parts, in the order of docs/reference/settings.md. They load without the code of their nouns, so that a start can answer early. */
const parts = [
  processSettings,
  databaseSettings,
  mailSettings,
  pushSettings,
  ledgerSettings,
  peopleSettings,
  depositSettings,
  withdrawalSettings,
  investingSettings,
  traderSettings,
  proofSettings,
] as const;

type Part = (typeof parts)[number];
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (each: infer All) => void
  ? All
  : never;
type Values = Intersection<ParsedEntries<Part["entries"]>>;

export type Settings = Intersection<SettingsOf<Part>>;

interface AnyPart extends Pick<SettingsPart<unknown, Values, object>, "check" | "checkLive"> {
  toSettings: (values: Values) => object;
}

/** The same parts, each of which may check the values of all. */
const checkedParts: readonly AnyPart[] = parts;
/** Variables of earlier versions, and the one that took the place of each. */
const replacedVariables: Readonly<Record<string, string>> = {
  FOUR_EYES_ABOVE: "ADMIN_ALONE_DAILY_LIMIT",
  ADJUSTMENT_LIMIT: "ADMIN_ALONE_DAILY_LIMIT",
  ADJUSTMENT_TOTAL_LIMIT: "ADMIN_ALONE_DAILY_LIMIT",
};
const entries = parts.flatMap((part) => Object.entries<SettingEntry<unknown>>(part.entries));

interface ShownSetting {
  variable: string;
  fallback: string | null;
  meaning: string;
  allowed: string;
}

/** The settings as docs/reference/settings.md and --help show them, by part. */
export const settingsByPart: readonly { title: string; settings: readonly ShownSetting[] }[] = parts.map((part) => ({
  title: part.title,
  settings: Object.values<SettingEntry<unknown>>(part.entries).map(({ variable, fallback, meaning, allowed }) => ({
    ...{ variable, fallback, meaning, allowed },
  })),
}));

export const settingsTable: readonly ShownSetting[] = settingsByPart.flatMap(({ settings }) => settings);

/**
 * Reads all settings from the environment. An empty variable counts as not set.
 * @param baseDir the project folder, for relative paths
 * @throws StartError with one line for each invalid variable: its name, the problem and the allowed values
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>, baseDir = process.cwd()): Settings {
  const problems: string[] = [];
  const parsed: Record<string, unknown> = {};
  for (const [key, entry] of entries) {
    const text = env[entry.variable]?.trim() || entry.fallback;
    const value = text === null ? undefined : entry.parse(text, baseDir);
    parsed[key] = value;
    if (value instanceof Problem) problems.push(describeProblem(entry, text, value));
  }
  for (const [name, place] of Object.entries(replacedVariables)) {
    if (env[name]?.trim()) problems.push(`${name} is no longer a setting. ${place} took its place.`);
  }
  if (problems.length > 0) throw new StartError(problems.join("\n"));
  const values = parsed as Values;
  problems.push(...checkedParts.flatMap((part) => part.check?.(values) ?? []));
  if (values.mode === "live") {
    problems.push(...checkedParts.flatMap((part) => part.checkLive?.(values) ?? []));
    problems.push(...checkLiveModeSecurity(values), ...checkLiveModeNetwork(values));
  }
  if (problems.length > 0) throw new StartError(problems.join("\n"));
  return Object.assign({}, ...checkedParts.map((part) => part.toSettings(values))) as Settings;
}

/** The text of each setting in force, null when it is not set, for the record of a start. Contains secrets. */
export function listSettingTexts(
  env: Readonly<Record<string, string | undefined>>,
): { name: string; value: string | null }[] {
  return entries
    .filter(([, { perProcess }]) => perProcess !== true)
    .map(([, { variable, fallback }]) => ({ name: variable, value: env[variable]?.trim() || fallback }));
}

function describeProblem(entry: SettingEntry<unknown>, text: string | null, problem: Problem): string {
  const shown = entry.secret ? "" : `: ${JSON.stringify((text ?? "").slice(0, 200))}`;
  return `${entry.variable}${shown} ${problem.text}. Allowed: ${entry.allowed}.`;
}

/** All settings for people: each with its default, its meaning, and what is allowed. */
export function describeSettings(): string {
  return settingsTable
    .map(({ variable, fallback, meaning, allowed }) => {
      const name = fallback === null ? variable : `${variable}=${fallback}`;
      return `${name}\n  ${meaning}\n  Allowed: ${allowed}.`;
    })
    .join("\n");
}
