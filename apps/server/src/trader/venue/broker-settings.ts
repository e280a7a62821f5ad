import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { findNearestName, simulatedSymbols } from "@wazi/trading";
import { describeMissingPart, hasPart } from "../../platform/process/release-parts.ts";
import {
  optional,
  type ParsedEntries,
  parseLine,
  parseOneOf,
  parseWebAddress,
  Problem,
  required,
} from "../../platform/settings/setting-entry.ts";

/** The API credentials of an account at an exchange. */
export interface VenueCredentials {
  apiKey: string;
  secret: string;
  password: string | undefined;
}

/** The receiver of orders for perpetual contracts on coins. */
export interface CcxtSettings {
  kind: "ccxt";
  exchange: string;
  url: string | undefined;
  credentials: VenueCredentials;
}

/** The receiver of orders for shares and exchange-traded funds. */
export interface AlpacaSettings {
  kind: "alpaca";
  /** True for the account without real money. */
  isPaper: boolean;
  url: string | undefined;
  credentials: { keyId: string; secret: string };
  /** Our symbols that it may trade. */
  symbols: readonly string[];
}

export type BrokerSettings = CcxtSettings | AlpacaSettings;

type BrokerChoice = { kind: "ccxt"; exchange: string } | { kind: "alpaca" };

/** Our symbols that a broker may trade. The venue may list fewer. */
export function listBrokerSymbols(settings: BrokerSettings): readonly string[] {
  return settings.kind === "alpaca" ? settings.symbols : listMarketSymbols("crypto");
}

/** The broker that may trade all of these symbols; undefined without one, and for no symbols. */
export function findBroker<Candidate extends { symbols: readonly string[] }>(
  brokers: readonly Candidate[],
  symbols: readonly string[],
): Candidate | undefined {
  if (symbols.length === 0) return undefined;
  return brokers.find((broker) => symbols.every((symbol) => broker.symbols.includes(symbol)));
}

function listMarketSymbols(market: "crypto" | "stocks"): string[] {
  return simulatedSymbols.filter((each) => each.market === market).map(({ symbol }) => symbol);
}

/** The folder of the ccxt package with one module for each exchange. */
export function findExchangesFolder(): string {
  return join(dirname(createRequire(import.meta.url).resolve("ccxt")), "..", "js", "src");
}

function listExchangeNames(): string[] {
  return readdirSync(findExchangesFolder()).flatMap((name) => /^([a-z0-9]+)\.js$/.exec(name)?.[1] ?? []);
}

/** Parses `ccxt:<exchange>`. Returns a problem for an unknown exchange, and undefined for any other text. */
export function parseExchange(text: string): { kind: "ccxt"; exchange: string } | Problem | undefined {
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

function parseBroker(text: string): BrokerChoice | Problem {
  if (text !== "alpaca") return parseExchange(text) ?? new Problem("is not a known broker");
  return hasPart("alpaca") ? { kind: "alpaca" } : new Problem(describeMissingPart("alpaca"));
}

/** Paper is an empty list. */
function parseBrokers(text: string): BrokerChoice[] | Problem {
  if (text === "paper") return [];
  const choices: BrokerChoice[] = [];
  for (const part of text.split(",")) {
    const choice = parseBroker(part.trim());
    if (choice instanceof Problem) return choice;
    if (choices.some(({ kind }) => kind === choice.kind))
      return new Problem(`names two brokers of the kind ${choice.kind}`);
    choices.push(choice);
  }
  return choices;
}

export const brokerEntries = {
  broker: required({
    variable: "BROKER",
    fallback: "paper",
    meaning:
      "The brokers for orders: an exchange of ccxt for coins, Alpaca for shares and funds. A bot trades at the one that has all its instruments. Any value except paper needs LIVE_ORDERS=on, and live mode or ALPACA_PAPER=on.",
    allowed: "paper, ccxt:<exchange>, alpaca, or the last two separated by a comma",
    parse: parseBrokers,
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
  alpacaKeyId: optional({
    variable: "ALPACA_KEY_ID",
    meaning: "With the alpaca broker: the id of the API key of your account at Alpaca.",
    allowed: "one line of text",
    secret: true,
    parse: parseLine,
  }),
  alpacaSecretKey: optional({
    variable: "ALPACA_SECRET_KEY",
    meaning: "With the alpaca broker: the secret of the API key.",
    allowed: "one line of text",
    secret: true,
    parse: parseLine,
  }),
  alpacaPaper: required({
    variable: "ALPACA_PAPER",
    fallback: "on",
    meaning:
      "on: the API key is of Alpaca's paper account, without real money. Only in demo mode. off: of the live account. Only in live mode.",
    allowed: "on or off",
    parse: parseOneOf("on", "off"),
  }),
  alpacaUrl: optional({
    variable: "ALPACA_URL",
    meaning: "The address of a proxy for Alpaca. Not set: Alpaca's own addresses.",
    allowed: "an address that starts with http:// or https://",
    parse: parseWebAddress,
  }),
} as const;

export type BrokerValues = ParsedEntries<typeof brokerEntries>;

const neededKeys = {
  ccxt: ["ccxtApiKey", "ccxtSecret"],
  alpaca: ["alpacaKeyId", "alpacaSecretKey"],
} as const;

export function checkBrokers(values: BrokerValues & { mode: "demo" | "live" }): string[] {
  const { broker: choices, liveOrders, mode } = values;
  const problems: string[] = [];
  if (choices.length === 0) {
    if (liveOrders === "on")
      problems.push('LIVE_ORDERS: "on" needs a live broker. Set LIVE_ORDERS=off or BROKER=ccxt:<exchange>.');
    return problems;
  }
  const isPaper = choices.every(({ kind }) => kind === "alpaca") && values.alpacaPaper === "on";
  if (mode !== "live" && !isPaper) {
    problems.push(
      "BROKER: live orders are not allowed in demo mode. Set BROKER=paper, WAZI_MODE=live, or BROKER=alpaca with ALPACA_PAPER=on.",
    );
    return problems;
  }
  if (mode === "live" && choices.some(({ kind }) => kind === "alpaca") && values.alpacaPaper === "on")
    problems.push(
      'ALPACA_PAPER: "on" is not allowed in live mode: the account has no real money. Set ALPACA_PAPER=off.',
    );
  if (liveOrders === "off")
    problems.push('LIVE_ORDERS: "off" does not allow orders to BROKER. Set LIVE_ORDERS=on to send live orders.');
  for (const { kind } of choices)
    for (const key of neededKeys[kind]) {
      if (values[key] !== undefined) continue;
      problems.push(`${brokerEntries[key].variable} is not set. BROKER=${kind} needs it. Allowed: one line of text.`);
    }
  return problems;
}

/** @throws Error when the credentials are missing; `checkBrokers` reports that at start */
export function toBrokerSettings(values: BrokerValues, funds: readonly string[]): BrokerSettings[] {
  return values.broker.map((choice) => {
    if (choice.kind === "alpaca") {
      const { alpacaKeyId: keyId, alpacaSecretKey: secret, alpacaUrl: url } = values;
      if (keyId === undefined || secret === undefined) throw new Error("a broker without a key");
      const symbols = [...listMarketSymbols("stocks"), ...funds];
      return { kind: "alpaca", isPaper: values.alpacaPaper === "on", url, credentials: { keyId, secret }, symbols };
    }
    const { ccxtApiKey: apiKey, ccxtSecret: secret, ccxtPassword: password, ccxtUrl: url } = values;
    if (apiKey === undefined || secret === undefined) throw new Error("a broker without a key");
    return { kind: "ccxt", exchange: choice.exchange, url, credentials: { apiKey, secret, password } };
  });
}
