import { statSync } from "node:fs";
import { resolve } from "node:path";
import { signInBody } from "@wazi/contracts";
import { checkDepositEntries, depositEntries } from "./deposit-settings.ts";
import {
  checkDocumentEntries,
  documentEntries,
  documentsOf,
  type DocumentSettings,
  type DocumentValues,
} from "./document-settings.ts";
import {
  brokerOf,
  checkLiveEntries,
  liveEntries,
  liveFeedOf,
  parseLiveFeed,
  refuseInLiveMode,
  type BrokerSettings,
  type LiveFeedChoice,
  type LiveFeedSettings,
  type LiveValues,
} from "./live-settings.ts";
import { StartError } from "../process/start-error.ts";
import {
  line,
  oneOf,
  optional,
  positiveNumber,
  Problem,
  required,
  webAddress,
  wholeNumber,
  type ParsedEntries,
  type SettingEntry,
} from "./setting-entry.ts";
import { withdrawalEntries } from "./withdrawal-settings.ts";

/** Where prices come from. */
export type FeedSettings =
  | { kind: "simulated"; /** Same seed, same prices; drawn at random when undefined. */ seed: number | undefined }
  | { kind: "replay"; folder: string; barsPerSecond: number }
  | { kind: "live"; live: LiveFeedSettings };

/** Who answers for this installation. Live mode does not start without. */
interface OperatorSettings {
  name: string;
  regulator: string;
  licence: string;
  /** English names, as at sign-up. */
  countriesServed: readonly string[];
}

function origin(text: string): string | Problem {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return new Problem("is not such an address");
  const url = new URL(text);
  const isBare = url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "";
  return isBare ? url.origin : new Problem("has more in it than scheme, host and port");
}

function databaseUrl(text: string): string | Problem {
  const isPostgres = /^postgres(ql)?:\/\/\S+$/.test(text) && URL.canParse(text.replace(/,[^/]*/, ""));
  return isPostgres ? text : new Problem("is not such an address");
}

/** A number of proxies, or the addresses of those whose X-Forwarded headers are believed. */
function proxies(text: string): number | readonly string[] | Problem {
  if (/^\d{1,2}$/.test(text))
    return Number(text) <= MAX_PROXY_HOPS ? Number(text) : new Problem("names too many proxies");
  const names = list(text);
  if (names instanceof Problem) return names;
  const isAddress = (name: string): boolean =>
    ["loopback", "linklocal", "uniquelocal"].includes(name) || /^[\da-fA-F.:]{2,45}(\/\d{1,3})?$/.test(name);
  return names.every(isAddress) ? names : new Problem("has something in it that is not an address");
}

function list(text: string): readonly string[] | Problem {
  const items = text.split(",").map((item) => item.trim());
  return items.every((item) => item !== "") ? items : new Problem("has an empty place between commas");
}

type FeedChoice = { kind: "simulated" } | { kind: "replay"; folder: string } | LiveFeedChoice;

function feed(text: string, baseDir: string): FeedChoice | Problem {
  if (text === "simulated") return { kind: "simulated" };
  const live = parseLiveFeed(text);
  if (live !== undefined) return live;
  const folder = /^replay:(.+)$/.exec(text)?.[1];
  if (folder === undefined) return new Problem("is not a known feed");
  const path = resolve(baseDir, folder);
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? { kind: "replay", folder: path } : new Problem("names a folder that is not there");
}

function adminPassword(text: string): string | Problem {
  return text.length >= 8 && text.length <= 256 ? text : new Problem("is too short or too long");
}

/** Whoever is made here must also be able to sign in, so it is that call's rule. */
function email(text: string): string | Problem {
  const parsed = signInBody.safeParse({ email: text, password: "-" });
  return parsed.success ? parsed.data.email : new Problem("is not an e-mail address");
}

const MAX_PROXY_HOPS = 10;
/** Throttles keep one time stamp per try, so that their number has to have an end. */
const MAX_RATE_LIMIT_SCALE = 100;

/** Every setting, in the order of the documentation. */
const entries = {
  port: required({
    variable: "PORT",
    fallback: "3000",
    meaning: "The port that it listens on; 0 picks a free one and prints it.",
    allowed: "a whole number from 0 to 65535",
    parse: wholeNumber(0, 65_535),
  }),
  host: required({
    variable: "HOST",
    fallback: "127.0.0.1",
    meaning: "The address that it listens on; 0.0.0.0 for all.",
    allowed: "a host name or an IP address",
    parse: (text) => (/^[\w.:-]{1,255}$/.test(text) ? text : new Problem("is neither")),
  }),
  dataDir: required({
    variable: "DATA_DIR",
    fallback: ".data",
    meaning: "Everything that the process keeps: database, documents, keys. Relative to the project.",
    allowed: "a folder",
    parse: (text, baseDir) => (text.includes("\0") ? new Problem("is not a path") : resolve(baseDir, text)),
  }),
  databaseUrl: optional({
    variable: "DATABASE_URL",
    meaning: "A PostgreSQL 15 or later. Not set: an embedded one in the data folder.",
    allowed: "postgres://user:password@host:port/database",
    secret: true,
    parse: databaseUrl,
  }),
  mode: required({
    variable: "WAZI_MODE",
    fallback: "demo",
    meaning: "Paper money, or real money.",
    allowed: "demo or live",
    parse: oneOf("demo", "live"),
  }),
  role: required({
    variable: "ROLE",
    fallback: "all",
    meaning: "What this process does: serve requests, trade, or both. Anything but all needs a DATABASE_URL.",
    allowed: "api, trader or all",
    parse: oneOf("api", "trader", "all"),
  }),
  adminEmail: required({
    variable: "ADMIN_EMAIL",
    fallback: "admin@wazi.local",
    meaning: "The first administrator, made once when there is none.",
    allowed: "an e-mail address",
    parse: email,
  }),
  adminPassword: optional({
    variable: "ADMIN_PASSWORD",
    meaning: "The first administrator's password. Not set: a random one, printed once.",
    allowed: "8 to 256 characters",
    secret: true,
    parse: adminPassword,
  }),
  marketFeed: required({
    variable: "MARKET_FEED",
    fallback: "simulated",
    meaning: "Where prices come from.",
    allowed: "simulated, replay:<folder>, ccxt:<exchange> or twelvedata",
    parse: feed,
  }),
  marketSeed: optional({
    variable: "MARKET_SEED",
    meaning: "Makes the simulated feed repeatable: same seed, same prices. Not set: drawn at random.",
    allowed: "a whole number from 0 to 4294967295",
    parse: wholeNumber(0, 4_294_967_295),
  }),
  replaySpeed: required({
    variable: "REPLAY_SPEED",
    fallback: "1",
    meaning: "With a replay feed: bars per second and symbol.",
    allowed: "a number from 0.001 to 10000",
    parse: positiveNumber(0.001, 10_000),
  }),
  ...liveEntries,
  natsUrl: optional({
    variable: "NATS_URL",
    meaning: "Events between many processes. Not available yet in this version.",
    allowed: "nothing, leave it unset",
    secret: true,
    parse: (): string | Problem => new Problem("is not available yet in this version"),
  }),
  kycRequiredFor: required({
    variable: "KYC_REQUIRED_FOR",
    fallback: "none",
    meaning: "Before what an investor must have proved who they are. Never before a withdrawal.",
    allowed: "none or deposit",
    parse: oneOf("none", "deposit"),
  }),
  ...documentEntries,
  ...depositEntries,
  ...withdrawalEntries,
  supportUrl: optional({
    variable: "SUPPORT_URL",
    meaning: "The support link. Not set: not shown.",
    allowed: "an address that starts with http:// or https://",
    parse: webAddress,
  }),
  whatsappUrl: optional({
    variable: "WHATSAPP_URL",
    meaning: "The WhatsApp support link. Not set: not shown.",
    allowed: "an address that starts with http:// or https://",
    parse: webAddress,
  }),
  rateLimitScale: required({
    variable: "RATE_LIMIT_SCALE",
    fallback: "1",
    meaning: "Multiplies every rate limit; 0 turns them off, for tests and benches.",
    allowed: `a number from 0 to ${MAX_RATE_LIMIT_SCALE}, in live mode above 0 and at most 1`,
    parse: positiveNumber(0, MAX_RATE_LIMIT_SCALE),
  }),
  logLevel: required({
    variable: "LOG_LEVEL",
    fallback: "info",
    meaning: "The least weighty log line that is written.",
    allowed: "fatal, error, warn, info, debug, trace or silent",
    parse: oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"),
  }),
  trustProxy: optional({
    variable: "TRUST_PROXY",
    meaning: "Whose X-Forwarded headers are believed. Not set: nobody's.",
    allowed: `the number of proxies in front (at most ${MAX_PROXY_HOPS}), or their addresses with commas between`,
    parse: proxies,
  }),
  publicOrigin: optional({
    variable: "PUBLIC_ORIGIN",
    meaning: "The address that people type, where a proxy in front hides it. Not set: what the request says.",
    allowed: "scheme, host and port, such as https://wazi.example",
    parse: origin,
  }),
  operatorName: optional({
    variable: "OPERATOR_NAME",
    meaning: "Legal name of who runs this installation. Live mode needs it.",
    allowed: "one line of text",
    parse: line,
  }),
  operatorRegulator: optional({
    variable: "OPERATOR_REGULATOR",
    meaning: "Who supervises the operator. Live mode needs it.",
    allowed: "one line of text",
    parse: line,
  }),
  operatorLicence: optional({
    variable: "OPERATOR_LICENCE",
    meaning: "The operator's licence number. Live mode needs it.",
    allowed: "one line of text",
    parse: line,
  }),
  countriesServed: optional({
    variable: "COUNTRIES_SERVED",
    meaning: "Countries from which one may sign up in live mode.",
    allowed: "English names with commas between",
    parse: list,
  }),
} as const;

type ParsedSettings = ParsedEntries<typeof entries>;

export interface Settings extends Omit<
  ParsedSettings,
  | "marketFeed"
  | "marketSeed"
  | "replaySpeed"
  | "natsUrl"
  | keyof LiveValues
  | keyof DocumentValues
  | "operatorName"
  | "operatorRegulator"
  | "operatorLicence"
  | "countriesServed"
> {
  marketFeed: FeedSettings;
  broker: BrokerSettings;
  documents: DocumentSettings;
  /** Set in live mode. */
  operator: OperatorSettings | undefined;
}

/** What the documentation lists: every variable, its default, and what it takes. */
export const settingsTable: readonly { variable: string; fallback: string | null; meaning: string; allowed: string }[] =
  Object.values(entries).map(({ variable, fallback, meaning, allowed }) => ({ variable, fallback, meaning, allowed }));

/**
 * Reads all settings from the environment; an empty variable counts as not set. Throws a `StartError` with one line
 * for each wrong variable: its name, what is wrong, what is allowed. `baseDir` is the project's folder.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>, baseDir = process.cwd()): Settings {
  const problems: string[] = [];
  const parsed: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries<SettingEntry<unknown>>(entries)) {
    const text = env[entry.variable]?.trim() || entry.fallback;
    const value = text === null ? undefined : entry.parse(text, baseDir);
    parsed[key] = value;
    if (value instanceof Problem) problems.push(complain(entry, text, value));
  }
  if (problems.length > 0) throw new StartError(problems.join("\n"));
  const values = parsed as ParsedSettings;
  problems.push(...checkTogether(values), ...(values.mode === "live" ? checkLive(values) : []));
  if (problems.length > 0) throw new StartError(problems.join("\n"));
  return assemble(values);
}

function complain(entry: SettingEntry<unknown>, text: string | null, problem: Problem): string {
  const shown = entry.secret ? "" : `: ${JSON.stringify((text ?? "").slice(0, 200))}`;
  return `${entry.variable}${shown} ${problem.text}. Allowed: ${entry.allowed}.`;
}

function checkTogether(values: ParsedSettings): string[] {
  const problems = [...checkLiveEntries(values, values.marketFeed.kind), ...checkDocumentEntries(values)];
  if (values.role === "all" || values.databaseUrl !== undefined) return problems;
  problems.push(
    `ROLE: "${values.role}" needs a DATABASE_URL that the other processes share. Allowed without one: all.`,
  );
  return problems;
}

function checkLive(values: ParsedSettings): string[] {
  const problems: string[] = [];
  for (const key of ["operatorName", "operatorRegulator", "operatorLicence", "countriesServed"] as const) {
    const { variable, allowed } = entries[key];
    if (values[key] === undefined) problems.push(`${variable} is not set. Live mode needs it: ${allowed}.`);
  }
  if (values.kycRequiredFor === "none") {
    problems.push(`KYC_REQUIRED_FOR: "none" is refused in live mode. Allowed there: deposit.`);
  }
  if (values.rateLimitScale === 0 || values.rateLimitScale > 1) {
    problems.push(
      `RATE_LIMIT_SCALE: "${values.rateLimitScale}" is refused in live mode. Allowed there: above 0 and at most 1.`,
    );
  }
  problems.push(...checkDepositEntries(values), ...refuseInLiveMode(values, values.marketFeed.kind));
  return problems;
}

function assemble(values: ParsedSettings): Settings {
  const {
    marketFeed: _marketFeed,
    marketSeed: _marketSeed,
    replaySpeed: _replaySpeed,
    natsUrl: _natsUrl,
    twelvedataApiKey: _twelvedataApiKey,
    twelvedataUrl: _twelvedataUrl,
    twelvedataCreditsPerMinute: _twelvedataCreditsPerMinute,
    liveOrders: _liveOrders,
    ccxtApiKey: _ccxtApiKey,
    ccxtSecret: _ccxtSecret,
    ccxtPassword: _ccxtPassword,
    ccxtUrl: _ccxtUrl,
    broker: _broker,
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
  } = values;
  const isNamed =
    name !== undefined && regulator !== undefined && licence !== undefined && countriesServed !== undefined;
  return {
    ...rest,
    marketFeed: feedSettings(values),
    broker: brokerOf(values),
    documents: documentsOf(values),
    operator: isNamed ? { name, regulator, licence, countriesServed } : undefined,
  };
}

function feedSettings(values: ParsedSettings): FeedSettings {
  const { marketFeed, replaySpeed, marketSeed } = values;
  switch (marketFeed.kind) {
    case "simulated":
      return { kind: "simulated", seed: marketSeed };
    case "replay":
      return { ...marketFeed, barsPerSecond: replaySpeed };
    default:
      return { kind: "live", live: liveFeedOf(values, marketFeed) };
  }
}
