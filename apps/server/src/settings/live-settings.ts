import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { markets, type Market } from "@wazi/contracts";
import { findNearestName } from "@wazi/trading";
import {
  line,
  oneOf,
  optional,
  Problem,
  required,
  webAddress,
  wholeNumber,
  type ParsedEntries,
} from "./setting-entry.ts";

/** Where live prices come from. */
export type LiveFeedSettings =
  | { provider: "ccxt"; exchange: string; url: string | undefined }
  | { provider: "twelvedata"; apiKey: string; url: string; creditsPerMinute: number };

/** What proves to an exchange that an order is ours. */
export interface VenueCredentials {
  apiKey: string;
  secret: string;
  password: string | undefined;
}

/** Where orders go. */
export type BrokerSettings =
  { kind: "paper" } | { kind: "ccxt"; exchange: string; url: string | undefined; credentials: VenueCredentials };

/** The markets whose orders a broker takes. */
export function brokerMarkets({ kind }: BrokerSettings): readonly Market[] {
  return kind === "paper" ? markets : ["crypto"];
}

export type LiveFeedChoice = { kind: "ccxt"; exchange: string } | { kind: "twelvedata" };
type BrokerChoice = { kind: "paper" } | { kind: "ccxt"; exchange: string };

/** The folder with one module for each exchange. */
export function exchangesFolder(): string {
  return join(dirname(createRequire(import.meta.url).resolve("ccxt")), "..", "js", "src");
}

function exchangeNames(): string[] {
  return readdirSync(exchangesFolder()).flatMap((name) => /^([a-z0-9]+)\.js$/.exec(name)?.[1] ?? []);
}

/** `ccxt:<exchange>` with an exchange that there is, or what is wrong with it; undefined when it is something else. */
function exchangeOf(text: string): { kind: "ccxt"; exchange: string } | Problem | undefined {
  const exchange = /^ccxt:(.*)$/.exec(text)?.[1];
  if (exchange === undefined) return undefined;
  const names = exchangeNames();
  if (names.includes(exchange)) return { kind: "ccxt", exchange };
  const nearest = findNearestName(exchange, names);
  return new Problem(
    `names an exchange that ccxt does not know${nearest === undefined ? "" : `; the nearest is ${nearest}`}`,
  );
}

/** The live feed that a text names; undefined when it names another kind of feed. */
export function parseLiveFeed(text: string): LiveFeedChoice | Problem | undefined {
  return text === "twelvedata" ? { kind: "twelvedata" } : exchangeOf(text);
}

function parseBroker(text: string): BrokerChoice | Problem {
  if (text === "paper") return { kind: "paper" };
  return exchangeOf(text) ?? new Problem("is not a known broker");
}

/** The settings of live prices and live orders. */
export const liveEntries = {
  twelvedataApiKey: optional({
    variable: "TWELVEDATA_API_KEY",
    meaning: "With the twelvedata feed: its key.",
    allowed: "one line of text",
    secret: true,
    parse: line,
  }),
  twelvedataUrl: required({
    variable: "TWELVEDATA_URL",
    fallback: "https://api.twelvedata.com",
    meaning: "Where Twelve Data answers; another one for a proxy.",
    allowed: "an address that starts with http:// or https://",
    parse: webAddress,
  }),
  twelvedataCreditsPerMinute: required({
    variable: "TWELVEDATA_CREDITS_PER_MINUTE",
    fallback: "8",
    meaning: "What the plan at Twelve Data allows; one credit is one price of one symbol.",
    allowed: "a whole number from 1 to 100000",
    parse: wholeNumber(1, 100_000),
  }),
  broker: required({
    variable: "BROKER",
    fallback: "paper",
    meaning: "Where orders go. Anything but paper needs live mode and LIVE_ORDERS.",
    allowed: "paper or ccxt:<exchange>",
    parse: parseBroker,
  }),
  liveOrders: required({
    variable: "LIVE_ORDERS",
    fallback: "off",
    meaning: "The switch without which no order leaves the house.",
    allowed: "off or on",
    parse: oneOf("off", "on"),
  }),
  ccxtApiKey: optional({
    variable: "CCXT_API_KEY",
    meaning: "With a ccxt broker: the key at that exchange.",
    allowed: "one line of text",
    secret: true,
    parse: line,
  }),
  ccxtSecret: optional({
    variable: "CCXT_SECRET",
    meaning: "With a ccxt broker: the key's secret.",
    allowed: "one line of text",
    secret: true,
    parse: line,
  }),
  ccxtPassword: optional({
    variable: "CCXT_PASSWORD",
    meaning: "With a ccxt broker: the key's passphrase, at exchanges that have one.",
    allowed: "one line of text",
    secret: true,
    parse: line,
  }),
  ccxtUrl: optional({
    variable: "CCXT_URL",
    meaning: "Where the exchange answers, in place of its own address; for a proxy.",
    allowed: "an address that starts with http:// or https://",
    parse: webAddress,
  }),
} as const;

export type LiveValues = ParsedEntries<typeof liveEntries>;

/** What is missing for the feed and the broker that were chosen, a line for each. */
export function checkLiveEntries(values: LiveValues & { mode: "demo" | "live" }, feedKind: string): string[] {
  const problems: string[] = [];
  if (feedKind === "twelvedata" && values.twelvedataApiKey === undefined) {
    problems.push("TWELVEDATA_API_KEY is not set. MARKET_FEED=twelvedata needs it: one line of text.");
  }
  if (values.broker.kind === "paper") {
    if (values.liveOrders === "on")
      problems.push('LIVE_ORDERS: "on" has no broker to send them to. Allowed: off, or BROKER=ccxt:<exchange>.');
    return problems;
  }
  if (values.mode !== "live") {
    problems.push("BROKER: live orders are refused in demo mode. Allowed there: paper. They need WAZI_MODE=live.");
    return problems;
  }
  if (values.liveOrders === "off")
    problems.push('LIVE_ORDERS: "off" keeps BROKER from sending any order. Set it to on when they are meant.');
  for (const key of ["ccxtApiKey", "ccxtSecret"] as const) {
    if (values[key] === undefined)
      problems.push(`${liveEntries[key].variable} is not set. BROKER=ccxt needs it: one line of text.`);
  }
  return problems;
}

/** What live mode asks for that the feed and the broker don't fit. */
export function refuseInLiveMode(values: LiveValues, feedKind: string): string[] {
  const problems: string[] = [];
  if (feedKind === "simulated" || feedKind === "replay") {
    problems.push(
      `MARKET_FEED: a ${feedKind} feed is refused in live mode. Allowed there: ccxt:<exchange> or twelvedata.`,
    );
  }
  if (values.broker.kind === "paper") {
    problems.push('BROKER: "paper" is refused in live mode. Allowed there: ccxt:<exchange>, with LIVE_ORDERS=on.');
  }
  return problems;
}

/** @throws Error when `checkLiveEntries` was not asked before: nothing that it refuses comes here */
export function liveFeedOf(values: LiveValues, choice: LiveFeedChoice): LiveFeedSettings {
  if (choice.kind === "ccxt") return { provider: "ccxt", exchange: choice.exchange, url: values.ccxtUrl };
  if (values.twelvedataApiKey === undefined) throw new Error("twelvedata without a key");
  return {
    provider: "twelvedata",
    apiKey: values.twelvedataApiKey,
    url: values.twelvedataUrl,
    creditsPerMinute: values.twelvedataCreditsPerMinute,
  };
}

/** @throws Error as `liveFeedOf` */
export function brokerOf(values: LiveValues): BrokerSettings {
  const { broker, ccxtApiKey: apiKey, ccxtSecret: secret, ccxtPassword: password, ccxtUrl: url } = values;
  if (broker.kind === "paper") return { kind: "paper" };
  if (apiKey === undefined || secret === undefined) throw new Error("a broker without a key");
  return { kind: "ccxt", exchange: broker.exchange, url, credentials: { apiKey, secret, password } };
}
