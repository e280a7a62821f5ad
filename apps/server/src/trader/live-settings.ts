import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { markets, type Market } from "@wazi/contracts";
import { findNearestName } from "@wazi/trading";
import { describeMissingPart, hasPart } from "../platform/process/release-parts.ts";
import {
  optional,
  parseLine,
  parseOneOf,
  parseWebAddress,
  parseWholeNumber,
  Problem,
  required,
  type ParsedEntries,
} from "../platform/settings/setting-entry.ts";

/** The source of live prices. */
export type LiveFeedSettings =
  | { provider: "ccxt"; exchange: string; url: string | undefined }
  | { provider: "twelvedata"; apiKey: string; url: string; creditsPerMinute: number };

/** The API credentials of an account at an exchange. */
export interface VenueCredentials {
  apiKey: string;
  secret: string;
  password: string | undefined;
}

/** The receiver of orders. */
export type BrokerSettings =
  | { kind: "paper" }
  | { kind: "ccxt"; exchange: string; url: string | undefined; credentials: VenueCredentials };

/** The markets in which a broker trades. */
export function brokerMarkets({ kind }: BrokerSettings): readonly Market[] {
  return kind === "paper" ? markets : ["crypto"];
}

export type LiveFeedChoice = { kind: "ccxt"; exchange: string } | { kind: "twelvedata" };
type BrokerChoice = { kind: "paper" } | { kind: "ccxt"; exchange: string };

/** The folder of the ccxt package with one module for each exchange. */
export function findExchangesFolder(): string {
  return join(dirname(createRequire(import.meta.url).resolve("ccxt")), "..", "js", "src");
}

function listExchangeNames(): string[] {
  return readdirSync(findExchangesFolder()).flatMap((name) => /^([a-z0-9]+)\.js$/.exec(name)?.[1] ?? []);
}

/** Parses `ccxt:<exchange>`. Returns a problem for an unknown exchange, and undefined for any other text. */
function parseExchange(text: string): { kind: "ccxt"; exchange: string } | Problem | undefined {
  const exchange = /^ccxt:(.*)$/.exec(text)?.[1];
  if (exchange === undefined) return undefined;
  if (!hasPart("ccxt")) return new Problem(describeMissingPart("ccxt"));
  const names = listExchangeNames();
  if (names.includes(exchange)) return { kind: "ccxt", exchange };
  const nearest = findNearestName(exchange, names);
  return new Problem(
    `names an exchange that ccxt does not know${nearest === undefined ? "" : ` (did you mean ${nearest}?)`}`,
  );
}

/** Returns undefined when the text names another kind of feed. */
export function parseLiveFeed(text: string): LiveFeedChoice | Problem | undefined {
  return text === "twelvedata" ? { kind: "twelvedata" } : parseExchange(text);
}

function parseBroker(text: string): BrokerChoice | Problem {
  if (text === "paper") return { kind: "paper" };
  return parseExchange(text) ?? new Problem("is not a known broker");
}

export const liveEntries = {
  twelvedataApiKey: optional({
    variable: "TWELVEDATA_API_KEY",
    meaning: "With the twelvedata feed: the API key.",
    allowed: "one line of text",
    secret: true,
    parse: parseLine,
  }),
  twelvedataUrl: required({
    variable: "TWELVEDATA_URL",
    fallback: "https://api.twelvedata.com",
    meaning: "The address of Twelve Data, or of a proxy for it.",
    allowed: "an address that starts with http:// or https://",
    parse: parseWebAddress,
  }),
  twelvedataCreditsPerMinute: required({
    variable: "TWELVEDATA_CREDITS_PER_MINUTE",
    fallback: "8",
    meaning: "The credits per minute of your Twelve Data plan. One price of one symbol costs one credit.",
    allowed: "a whole number from 1 to 100000",
    parse: parseWholeNumber(1, 100_000),
  }),
  broker: required({
    variable: "BROKER",
    fallback: "paper",
    meaning: "The broker for orders. Any value except paper needs live mode and LIVE_ORDERS=on.",
    allowed: "paper or ccxt:<exchange>",
    parse: parseBroker,
  }),
  liveOrders: required({
    variable: "LIVE_ORDERS",
    fallback: "off",
    meaning: "Allows orders to be sent to the broker.",
    allowed: "off or on",
    parse: parseOneOf("off", "on"),
  }),
  ccxtApiKey: optional({
    variable: "CCXT_API_KEY",
    meaning: "With a ccxt broker: the API key of your account at the exchange.",
    allowed: "one line of text",
    secret: true,
    parse: parseLine,
  }),
  ccxtSecret: optional({
    variable: "CCXT_SECRET",
    meaning: "With a ccxt broker: the secret of the API key.",
    allowed: "one line of text",
    secret: true,
    parse: parseLine,
  }),
  ccxtPassword: optional({
    variable: "CCXT_PASSWORD",
    meaning: "With a ccxt broker: the passphrase of the API key, if the exchange uses one.",
    allowed: "one line of text",
    secret: true,
    parse: parseLine,
  }),
  ccxtUrl: optional({
    variable: "CCXT_URL",
    meaning: "The address of a proxy for the exchange. Not set: the exchange's own address.",
    allowed: "an address that starts with http:// or https://",
    parse: parseWebAddress,
  }),
} as const;

export type LiveValues = ParsedEntries<typeof liveEntries>;

/** Checks the settings of the chosen feed and broker. Returns one line for each problem. */
export function checkLiveEntries(values: LiveValues & { mode: "demo" | "live" }, feedKind: string): string[] {
  const problems: string[] = [];
  if (feedKind === "twelvedata" && values.twelvedataApiKey === undefined) {
    problems.push("TWELVEDATA_API_KEY is not set. MARKET_FEED=twelvedata needs it. Allowed: one line of text.");
  }
  if (values.broker.kind === "paper") {
    if (values.liveOrders === "on")
      problems.push('LIVE_ORDERS: "on" needs a live broker. Set LIVE_ORDERS=off or BROKER=ccxt:<exchange>.');
    return problems;
  }
  if (values.mode !== "live") {
    problems.push("BROKER: live orders are not allowed in demo mode. Set BROKER=paper or WAZI_MODE=live.");
    return problems;
  }
  if (values.liveOrders === "off")
    problems.push('LIVE_ORDERS: "off" does not allow orders to BROKER. Set LIVE_ORDERS=on to send live orders.');
  for (const key of ["ccxtApiKey", "ccxtSecret"] as const) {
    if (values[key] === undefined)
      problems.push(`${liveEntries[key].variable} is not set. BROKER=ccxt needs it. Allowed: one line of text.`);
  }
  return problems;
}

/** Checks that the feed and the broker are allowed in live mode. Returns one line for each problem. */
export function checkLiveModeEntries(values: LiveValues, feedKind: string): string[] {
  const problems: string[] = [];
  if (feedKind === "simulated" || feedKind === "replay") {
    problems.push(
      `MARKET_FEED: a ${feedKind} feed is not allowed in live mode. Allowed: ccxt:<exchange> or twelvedata.`,
    );
  }
  if (values.broker.kind === "paper") {
    problems.push('BROKER: "paper" is not allowed in live mode. Allowed: ccxt:<exchange>, with LIVE_ORDERS=on.');
  }
  return problems;
}

/** @throws Error when the API key is missing; `checkLiveEntries` reports that at start */
export function toLiveFeedSettings(values: LiveValues, choice: LiveFeedChoice): LiveFeedSettings {
  if (choice.kind === "ccxt") return { provider: "ccxt", exchange: choice.exchange, url: values.ccxtUrl };
  if (values.twelvedataApiKey === undefined) throw new Error("twelvedata without a key");
  return {
    provider: "twelvedata",
    apiKey: values.twelvedataApiKey,
    url: values.twelvedataUrl,
    creditsPerMinute: values.twelvedataCreditsPerMinute,
  };
}

/** @throws Error when the credentials are missing; `checkLiveEntries` reports that at start */
export function toBrokerSettings(values: LiveValues): BrokerSettings {
  const { broker, ccxtApiKey: apiKey, ccxtSecret: secret, ccxtPassword: password, ccxtUrl: url } = values;
  if (broker.kind === "paper") return { kind: "paper" };
  if (apiKey === undefined || secret === undefined) throw new Error("a broker without a key");
  return { kind: "ccxt", exchange: broker.exchange, url, credentials: { apiKey, secret, password } };
}
