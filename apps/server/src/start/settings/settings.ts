import { resolve } from "node:path";
import { signInBody } from "@wazi/contracts";
import type { EntryLimits } from "@wazi/domain";
import { chainEntries, toChainSettings, type ChainSettings, type ChainValues } from "../../deposits/chain-settings.ts";
import { checkDatabaseEntries, databaseEntries, eventEntries } from "../../platform/settings/database-settings.ts";
import { checkDepositEntries, depositEntries } from "../../deposits/deposit-settings.ts";
import {
  checkDocumentEntries,
  documentEntries,
  toDocumentSettings,
  type DocumentSettings,
  type DocumentValues,
} from "../../people/document-settings.ts";
import { feedEntries, toFeedSettings, type FeedSettings, type FeedValues } from "../../trader/feed-settings.ts";
import {
  toBrokerSettings,
  checkLiveEntries,
  liveEntries,
  checkLiveModeEntries,
  type BrokerSettings,
  type LiveValues,
} from "../../trader/live-settings.ts";
import { StartError } from "../../platform/process/start-error.ts";
import {
  optional,
  parseNumberInRange,
  parseList,
  parseOneOf,
  parseWebAddress,
  parseWholeNumber,
  Problem,
  required,
  withoutEntries,
  type ParsedEntries,
  type SettingEntry,
} from "../../platform/settings/setting-entry.ts";
import { checkLiveModeSecurity } from "./live-mode-security.ts";
import { limitEntries } from "../../trader/limit-settings.ts";
import { logEntries } from "../../platform/settings/log-settings.ts";
import {
  checkMailEntries,
  mailEntries,
  toMailSettings,
  type MailSettings,
  type MailValues,
} from "../../platform/settings/mail-settings.ts";
import {
  checkMpesaEntries,
  mpesaEntries,
  toMpesaSettings,
  type MpesaSettings,
  type MpesaValues,
} from "../../deposits/mpesa-settings.ts";
import { parseHost, processEntries } from "../../platform/settings/process-settings.ts";
import {
  pushEntries,
  toPushSettings,
  type PushSettings,
  type PushValues,
} from "../../platform/settings/push-settings.ts";
import { operatorEntries, type OperatorSettings } from "../../people/operator-settings.ts";
import { checkPayoutEntries, payoutEntries } from "../../withdrawals/payout-settings.ts";
import { withdrawalEntries } from "../../withdrawals/withdrawal-settings.ts";

function parseOrigin(text: string): string | Problem {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return new Problem("is not a web address");
  const url = new URL(text);
  const isBare = url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "";
  return isBare ? url.origin : new Problem("has parts other than scheme, host and port");
}

/** The number of trusted proxies, or their addresses. */
function parseProxies(text: string): number | readonly string[] | Problem {
  if (/^\d{1,2}$/.test(text))
    return Number(text) <= MAX_PROXY_HOPS ? Number(text) : new Problem("names too many proxies");
  const names = parseList(text);
  if (names instanceof Problem) return names;
  const isAddress = (name: string): boolean =>
    ["loopback", "linklocal", "uniquelocal"].includes(name) || /^[\da-fA-F.:]{2,45}(\/\d{1,3})?$/.test(name);
  return names.every(isAddress) ? names : new Problem("contains a part that is not an address");
}

function parseAdminPassword(text: string): string | Problem {
  return text.length >= 8 && text.length <= 256 ? text : new Problem("is too short or too long");
}

/** Same rule as at sign-in, so that the first administrator can sign in. */
function parseEmail(text: string): string | Problem {
  const parsed = signInBody.safeParse({ email: text, password: "-" });
  return parsed.success ? parsed.data.email : new Problem("is not an e-mail address");
}

const MAX_PROXY_HOPS = 10;
/** Throttles store a timestamp for each attempt, so the limit must be bounded. */
const MAX_RATE_LIMIT_SCALE = 100;
/** All settings, in the order of docs/reference/settings.md. */
const entries = {
  port: required({
    variable: "PORT",
    fallback: "3000",
    meaning: "The port to listen on. 0 picks a free port and prints it.",
    allowed: "a whole number from 0 to 65535",
    parse: parseWholeNumber(0, 65_535),
  }),
  host: required({
    variable: "HOST",
    fallback: "127.0.0.1",
    meaning: "The address to listen on; 0.0.0.0 for all.",
    allowed: "a host name or an IP address",
    parse: parseHost,
  }),
  dataDir: required({
    variable: "DATA_DIR",
    fallback: ".data",
    meaning: "The folder for all data: database, documents, keys. Relative to the project folder.",
    allowed: "a folder",
    parse: (text, baseDir) => (text.includes("\0") ? new Problem("is not a path") : resolve(baseDir, text)),
  }),
  ...databaseEntries,
  mode: required({
    variable: "WAZI_MODE",
    fallback: "demo",
    meaning: "Demo uses paper money, live uses real money.",
    allowed: "demo or live",
    parse: parseOneOf("demo", "live"),
  }),
  role: required({
    variable: "ROLE",
    fallback: "all",
    meaning: "The work of this process: serve requests, trade, or both. The values api and trader need DATABASE_URL.",
    allowed: "api, trader or all",
    parse: parseOneOf("api", "trader", "all"),
  }),
  adminEmail: required({
    variable: "ADMIN_EMAIL",
    fallback: "admin@wazi.local",
    meaning: "The e-mail address of the first administrator, created when there is none.",
    allowed: "an e-mail address",
    parse: parseEmail,
  }),
  adminPassword: optional({
    variable: "ADMIN_PASSWORD",
    meaning: "The password of the first administrator. Not set: a random one, in the file admin-password of DATA_DIR.",
    allowed: "8 to 256 characters; in live mode at least 12 that are hard to guess",
    secret: true,
    parse: parseAdminPassword,
  }),
  ...feedEntries,
  ...liveEntries,
  ...eventEntries,
  kycRequiredFor: required({
    variable: "KYC_REQUIRED_FOR",
    fallback: "none",
    meaning: "The action for which an investor needs a verified identity. Withdrawals never need it.",
    allowed: "none or deposit",
    parse: parseOneOf("none", "deposit"),
  }),
  ...documentEntries,
  ...depositEntries,
  ...chainEntries,
  ...mpesaEntries,
  ...withdrawalEntries,
  ...payoutEntries,
  ...limitEntries,
  ...mailEntries,
  ...pushEntries,
  ...logEntries,
  supportUrl: optional({
    variable: "SUPPORT_URL",
    meaning: "The support link. Not set: no link is shown.",
    allowed: "an address that starts with http:// or https://",
    parse: parseWebAddress,
  }),
  whatsappUrl: optional({
    variable: "WHATSAPP_URL",
    meaning: "The WhatsApp support link. Not set: no link is shown.",
    allowed: "an address that starts with http:// or https://",
    parse: parseWebAddress,
  }),
  rateLimitScale: required({
    variable: "RATE_LIMIT_SCALE",
    fallback: "1",
    meaning: "A factor for all rate limits; 0 turns them off, for tests and benchmarks.",
    allowed: `a number from 0 to ${MAX_RATE_LIMIT_SCALE}; in live mode above 0 and at most 1`,
    parse: parseNumberInRange(0, MAX_RATE_LIMIT_SCALE),
  }),
  logLevel: required({
    variable: "LOG_LEVEL",
    fallback: "info",
    meaning: "The lowest level of log lines to write.",
    allowed: "fatal, error, warn, info, debug, trace or silent",
    parse: parseOneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"),
  }),
  logFormat: optional({
    variable: "LOG_FORMAT",
    meaning:
      "json writes one object a line. text writes warnings and errors only, as sentences. Not set: text in a terminal, json elsewhere.",
    allowed: "json or text",
    parse: parseOneOf("json", "text"),
  }),
  trustProxy: optional({
    variable: "TRUST_PROXY",
    meaning: "The proxies whose X-Forwarded headers are trusted. Not set: none. Live mode needs it.",
    allowed: `the number of proxies (at most ${MAX_PROXY_HOPS}), or their addresses, separated by commas`,
    parse: parseProxies,
  }),
  publicOrigin: optional({
    variable: "PUBLIC_ORIGIN",
    meaning:
      "The public address of the site behind a proxy. Not set: taken from each request. Live mode needs it, with https.",
    allowed: "scheme, host and port, such as https://wazi.example",
    parse: parseOrigin,
  }),
  securityContact: optional({
    variable: "SECURITY_CONTACT",
    meaning: "Where security problems are reported, for security.txt. Not set: the site's security page.",
    allowed: "mailto:<address> or an address that starts with https://",
    parse: (text) =>
      /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text) ? text : new Problem("is not a mail or web address"),
  }),
  ...processEntries,
  ...operatorEntries,
} as const;

type ParsedSettings = ParsedEntries<typeof entries>;

export interface Settings extends Omit<
  ParsedSettings,
  | Exclude<keyof FeedValues, "simulatedSpeed">
  | "maxDailyLossPct"
  | "maxMarketExposurePct"
  | keyof LiveValues
  | keyof ChainValues
  | keyof MpesaValues
  | Exclude<keyof DocumentValues, "documentKeyLost">
  | keyof MailValues
  | keyof PushValues
  | "operatorName"
  | "operatorRegulator"
  | "operatorLicence"
  | "countriesServed"
> {
  marketFeed: FeedSettings;
  broker: BrokerSettings;
  documents: DocumentSettings;
  chains: ChainSettings;
  /** Undefined without M-Pesa. */
  mpesa: MpesaSettings | undefined;
  mail: MailSettings;
  push: PushSettings;
  entryLimits: EntryLimits;
  /** Set in live mode. */
  operator: OperatorSettings | undefined;
}

/** The settings as docs/reference/settings.md and --help show them. */
export const settingsTable: readonly { variable: string; fallback: string | null; meaning: string; allowed: string }[] =
  Object.values(entries).map(({ variable, fallback, meaning, allowed }) => ({ variable, fallback, meaning, allowed }));

/**
 * Reads all settings from the environment. An empty variable counts as not set.
 * @param baseDir the project folder, for relative paths
 * @throws StartError with one line for each invalid variable: its name, the problem and the allowed values
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>, baseDir = process.cwd()): Settings {
  const problems: string[] = [];
  const parsed: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries<SettingEntry<unknown>>(entries)) {
    const text = env[entry.variable]?.trim() || entry.fallback;
    const value = text === null ? undefined : entry.parse(text, baseDir);
    parsed[key] = value;
    if (value instanceof Problem) problems.push(describeProblem(entry, text, value));
  }
  if (problems.length > 0) throw new StartError(problems.join("\n"));
  const values = parsed as ParsedSettings;
  problems.push(...checkCombinations(values), ...(values.mode === "live" ? checkLiveMode(values) : []));
  if (problems.length > 0) throw new StartError(problems.join("\n"));
  return toSettings(values);
}

/** These differ between processes with the same role. */
const perProcess: ReadonlySet<string> = new Set([
  ...["PORT", "HOST", "DATA_DIR", "LOG_LEVEL", "LOG_FORMAT"],
  ...Object.values(processEntries).map(({ variable }) => variable),
]);

/** The text of each setting in force, null when it is not set, for the record of a start. Contains secrets. */
export function listSettingTexts(
  env: Readonly<Record<string, string | undefined>>,
): { name: string; value: string | null }[] {
  return Object.values<SettingEntry<unknown>>(entries)
    .filter(({ variable }) => !perProcess.has(variable))
    .map(({ variable, fallback }) => ({ name: variable, value: env[variable]?.trim() || fallback }));
}

function describeProblem(entry: SettingEntry<unknown>, text: string | null, problem: Problem): string {
  const shown = entry.secret ? "" : `: ${JSON.stringify((text ?? "").slice(0, 200))}`;
  return `${entry.variable}${shown} ${problem.text}. Allowed: ${entry.allowed}.`;
}

function checkCombinations(values: ParsedSettings): string[] {
  const problems = [...checkLiveEntries(values, values.marketFeed.kind), ...checkDocumentEntries(values)];
  problems.push(...checkMailEntries(values, values.publicOrigin), ...checkMpesaEntries(values, values.publicOrigin));
  problems.push(...checkPayoutEntries(values, values.publicOrigin, toChainSettings(values).urls));
  problems.push(...checkDatabaseEntries(values));
  if (values.role === "all" || values.databaseUrl !== undefined) return problems;
  problems.push(
    `ROLE: "${values.role}" needs DATABASE_URL, a database shared with the other processes. Without it only ROLE=all is allowed.`,
  );
  return problems;
}

function checkLiveMode(values: ParsedSettings): string[] {
  const problems: string[] = [];
  for (const key of ["operatorName", "operatorRegulator", "operatorLicence", "countriesServed"] as const) {
    const { variable, allowed } = entries[key];
    if (values[key] === undefined) problems.push(`${variable} is not set. Live mode needs it. Allowed: ${allowed}.`);
  }
  if (values.kycRequiredFor === "none") {
    problems.push(`KYC_REQUIRED_FOR: "none" is not allowed in live mode. Allowed: deposit.`);
  }
  if (values.rateLimitScale === 0 || values.rateLimitScale > 1) {
    problems.push(
      `RATE_LIMIT_SCALE: "${values.rateLimitScale}" is not allowed in live mode. Allowed: above 0 and at most 1.`,
    );
  }
  if (values.pushTestOrigin !== undefined) problems.push("PUSH_TEST_ORIGIN is not allowed in live mode.");
  problems.push(...checkDepositEntries(values), ...checkLiveModeEntries(values, values.marketFeed.kind));
  problems.push(...checkLiveModeSecurity(values));
  return problems;
}

function toSettings(values: ParsedSettings): Settings {
  const {
    marketFeed: _marketFeed,
    marketSeed: _marketSeed,
    maxDailyLossPct: maxDailyLoss,
    maxMarketExposurePct: maxMarketExposure,
    replaySpeed: _replaySpeed,
    replayLoop: _replayLoop,
    documentStore: _documentStore,
    documentKey: _documentKey,
    documentKeysOld: _documentKeysOld,
    s3Endpoint: _s3Endpoint,
    s3Region: _s3Region,
    s3AccessKeyId: _s3AccessKeyId,
    s3SecretAccessKey: _s3SecretAccessKey,
    operatorName: name,
    operatorRegulator: regulator,
    operatorLicence: licence,
    countriesServed,
    ...rest
  } = withoutEntries(values, { ...liveEntries, ...chainEntries, ...mpesaEntries, ...mailEntries, ...pushEntries });
  const isNamed =
    name !== undefined && regulator !== undefined && licence !== undefined && countriesServed !== undefined;
  return {
    ...rest,
    marketFeed: toFeedSettings(values),
    broker: toBrokerSettings(values),
    documents: toDocumentSettings(values),
    chains: toChainSettings(values),
    mpesa: toMpesaSettings(values),
    mail: toMailSettings(values),
    push: toPushSettings(values),
    entryLimits: { maxDailyLoss, maxMarketExposure },
    operator: isNamed ? { name, regulator, licence, countriesServed } : undefined,
  };
}
