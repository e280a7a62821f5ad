import { statSync } from "node:fs";
import { resolve } from "node:path";
import { type PartName, PARTS, simulatedSymbols } from "@wazi/trading";
import {
  defineSettings,
  optional,
  type ParsedEntries,
  parseLine,
  parseNumberInRange,
  parseOneOf,
  parseWebAddress,
  parseWholeNumber,
  Problem,
  required,
} from "../platform/settings/setting-entry.ts";
import { parseDecimal, type ShareAbove } from "@wazi/domain";
import { brokerEntries, checkBrokers, parseExchange, toBrokerSettings } from "./venue/broker-settings.ts";
import {
  checkArrivals,
  checkLiveInterest,
  checkShareAbove,
  interestEntries,
  type InterestValues,
  toInterestSettings,
} from "./interest/cash-interest.ts";
import {
  balanceInterestEntries,
  type BalanceInterestValues,
  checkBalanceInterest,
} from "./balance-interest/balance-interest-settings.ts";

const PERCENT_PLACES = 2;
const HIGHEST = 10_000n;

/** Per cent with at most two decimal places, in hundredths of a per cent. */
function parsePercent(text: string): bigint | Problem {
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text)) return new Problem("is not a percentage");
  const value = parseDecimal(text, PERCENT_PLACES);
  return value >= 1n && value <= HIGHEST ? value : new Problem("is not between 0.01 and 100");
}

function parseTax(text: string): bigint | Problem {
  return /^0(\.00?)?$/.test(text) ? 0n : parsePercent(text);
}

const ALLOWED = "per cent from 0.01 to 100, with at most two decimal places, such as 5 or 2.5";

const limitEntries = {
  maxDailyLossPct: required({
    variable: "MAX_DAILY_LOSS_PCT",
    fallback: "5",
    meaning:
      "When all bots together have lost this part of their money in a day (UTC), no bot opens a trade until the next day.",
    allowed: ALLOWED,
    parse: parsePercent,
  }),
  maxMarketExposurePct: required({
    variable: "MAX_MARKET_EXPOSURE_PCT",
    fallback: "50",
    meaning:
      "The most that the open trades of one market may be worth, as a part of all money in the bots. An entry beyond it is reduced or refused. Core portfolios, which spread their money, are not limited.",
    allowed: ALLOWED,
    parse: parsePercent,
  }),
} as const;

/** A fund with live prices, and the part of the core portfolios that it is. */
interface LiveFund {
  part: PartName;
  symbol: string;
}

/** The source of live prices. */
export type LiveFeedSettings =
  | { provider: "ccxt"; exchange: string; url: string | undefined }
  | {
      provider: "twelvedata";
      apiKey: string;
      url: string;
      creditsPerMinute: number;
      /** The tax on dividends at the source, in hundredths of a per cent. */ dividendTaxPct?: bigint;
      /** The provider's symbols of the funds of the core portfolios. */ funds?: readonly LiveFund[];
    };

type LiveFeedChoice = { kind: "ccxt"; exchange: string } | { kind: "twelvedata" };

/** Returns undefined when the text names another kind of feed. */
function parseLiveFeed(text: string): LiveFeedChoice | Problem | undefined {
  return text === "twelvedata" ? { kind: "twelvedata" } : parseExchange(text);
}

const FUND_PATTERN = /^[A-Z][A-Z0-9.]{0,9}$/;

function parseFund(text: string): string | Problem {
  if (!FUND_PATTERN.test(text)) return new Problem("is not the symbol of a fund");
  const isTaken = simulatedSymbols.some(({ market, symbol }) => symbol === text && market !== "portfolio");
  return isTaken ? new Problem("is a symbol of another market") : text;
}

/** A fund of the core portfolios on a live feed. */
function declareFund(variable: string, holding: string) {
  return optional({
    variable,
    meaning: `With the twelvedata feed: the provider's symbol of a fund of ${holding} for the core portfolios.`,
    allowed: "up to ten capital letters, digits and points, such as SPY",
    parse: parseFund,
  });
}

const liveEntries = {
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
  dividendTaxPct: required({
    variable: "DIVIDEND_TAX_PCT",
    fallback: "30",
    meaning:
      "The tax that is withheld from dividends before your broker pays them, 30 in the United States without a treaty. Bots on live prices are credited what is left.",
    allowed: "per cent from 0 to 100, with at most two decimal places",
    parse: parseTax,
  }),
  fundShares: declareFund("FUND_SHARES_SYMBOL", "shares"),
  fundBonds: declareFund("FUND_BONDS_SYMBOL", "bonds"),
  fundGold: declareFund("FUND_GOLD_SYMBOL", "gold"),
  ...brokerEntries,
} as const;

type LiveValues = ParsedEntries<typeof liveEntries>;

function listFunds({ fundShares, fundBonds, fundGold }: LiveValues): LiveFund[] {
  const funds = { shares: fundShares, bonds: fundBonds, gold: fundGold };
  return PARTS.flatMap((part) => {
    const symbol = funds[part];
    return symbol === undefined ? [] : [{ part, symbol }];
  });
}

/** Checks the settings of the chosen feed and broker. */
function check(values: FeedValues & LiveValues & InterestValues & BalanceInterestValues & OtherValues): string[] {
  const { mode, marketFeed } = values;
  const feed = marketFeed.kind;
  const problems = [
    ...checkArrivals(values, { feed }),
    ...checkShareAbove(values, { mode, feed }),
    ...checkBalanceInterest(values, mode),
  ];
  if (feed === "twelvedata" && values.twelvedataApiKey === undefined) {
    problems.push("TWELVEDATA_API_KEY is not set. MARKET_FEED=twelvedata needs it. Allowed: one line of text.");
  }
  const funds = listFunds(values).map(({ symbol }) => symbol);
  if (new Set(funds).size < funds.length)
    problems.push("FUND_SHARES_SYMBOL, FUND_BONDS_SYMBOL and FUND_GOLD_SYMBOL must differ.");
  return [...problems, ...checkBrokers(values)];
}

function checkLive(values: FeedValues & LiveValues & InterestValues & OtherValues): string[] {
  const feedKind = values.marketFeed.kind;
  const problems = checkLiveInterest(values);
  if (feedKind === "simulated" || feedKind === "replay") {
    problems.push(
      `MARKET_FEED: a ${feedKind} feed is not allowed in live mode. Allowed: ccxt:<exchange> or twelvedata.`,
    );
  }
  if (listFunds(values).length > 0 && values.billRatesFile === undefined) {
    problems.push("BILL_RATES_FILE is not set. In live mode, bots that hold funds decide by it. Allowed: a path.");
  }
  if (values.broker.length === 0) {
    problems.push(
      'BROKER: "paper" is not allowed in live mode. Allowed: ccxt:<exchange> or alpaca, with LIVE_ORDERS=on.',
    );
  }
  return problems;
}

/** @throws Error when the API key is missing; `check` reports that at start */
function toLiveFeedSettings(values: LiveValues, choice: LiveFeedChoice): LiveFeedSettings {
  if (choice.kind === "ccxt") return { provider: "ccxt", exchange: choice.exchange, url: values.ccxtUrl };
  if (values.twelvedataApiKey === undefined) throw new Error("twelvedata without a key");
  return {
    provider: "twelvedata",
    apiKey: values.twelvedataApiKey,
    url: values.twelvedataUrl,
    creditsPerMinute: values.twelvedataCreditsPerMinute,
    dividendTaxPct: values.dividendTaxPct,
    funds: listFunds(values),
  };
}

/** The source of prices. */
export type FeedSettings =
  | { kind: "simulated"; /** The same seed gives the same prices. Random when undefined. */ seed: number | undefined }
  | {
      kind: "replay";
      folder: string;
      barsPerSecond: number;
      /** A new record starts when the series have ended. */ loops: boolean;
    }
  | { kind: "live"; live: LiveFeedSettings };

/** Ten simulated minutes per second. Each of them is a bar of every symbol to play and to store. */
const MAX_SIMULATED_SPEED = 600;

type FeedChoice = { kind: "simulated" } | { kind: "replay"; folder: string } | LiveFeedChoice;

function parseFeed(text: string, baseDir: string): FeedChoice | Problem {
  if (text === "simulated") return { kind: "simulated" };
  const live = parseLiveFeed(text);
  if (live !== undefined) return live;
  const folder = /^replay:(.+)$/.exec(text)?.[1];
  if (folder === undefined) return new Problem("is not a known feed");
  const path = resolve(baseDir, folder);
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? { kind: "replay", folder: path } : new Problem("names a folder that does not exist");
}

const feedEntries = {
  marketFeed: required({
    variable: "MARKET_FEED",
    fallback: "simulated",
    meaning: "The source of prices.",
    allowed: "simulated, replay:<folder>, ccxt:<exchange> or twelvedata",
    parse: parseFeed,
  }),
  marketSeed: optional({
    variable: "MARKET_SEED",
    meaning:
      "The seed of the simulated feed: the same seed gives the same prices. Not set: a secret seed, so that no price can be foretold.",
    allowed: "a whole number from 0 to 4294967295",
    parse: parseWholeNumber(0, 4_294_967_295),
  }),
  replaySpeed: required({
    variable: "REPLAY_SPEED",
    fallback: "1",
    meaning: "With a replay feed: how many moments at which bars close are played per second.",
    allowed: "a number from 0.001 to 10000",
    parse: parseNumberInRange(0.001, 10_000),
  }),
  replayLoop: required({
    variable: "REPLAY_LOOP",
    fallback: "off",
    meaning:
      "With a replay feed: on starts a new record from the first bar when all series have ended. off: the bots close and rest.",
    allowed: "on or off",
    parse: parseOneOf("on", "off"),
  }),
  simulatedSpeed: required({
    variable: "SIMULATED_SPEED",
    fallback: "60",
    meaning:
      "How many times faster than the clock simulated prices move: at 60, a bot that decides each hour decides each minute. 1 is real time. The screens say the speed.",
    allowed: `a whole number from 1 to ${MAX_SIMULATED_SPEED}`,
    parse: parseWholeNumber(1, MAX_SIMULATED_SPEED),
  }),
} as const;

type FeedValues = ParsedEntries<typeof feedEntries>;
/** Settings of other parts. */
interface OtherValues {
  mode: "demo" | "live";
  billRatesFile: string | undefined;
  profitShareAbove: ShareAbove;
}

/** @param values also those of the live feeds */
function toFeedSettings(values: FeedValues & LiveValues): FeedSettings {
  const { marketFeed, replaySpeed, replayLoop, marketSeed } = values;
  switch (marketFeed.kind) {
    case "simulated":
      return { kind: "simulated", seed: marketSeed };
    case "replay":
      return { ...marketFeed, barsPerSecond: replaySpeed, loops: replayLoop === "on" };
    default:
      return { kind: "live", live: toLiveFeedSettings(values, marketFeed) };
  }
}

export const traderSettings = defineSettings({
  title: "Markets and orders",
  entries: { ...feedEntries, ...interestEntries, ...balanceInterestEntries, ...liveEntries, ...limitEntries },
  check,
  checkLive,
  toSettings: (values) => ({
    marketFeed: toFeedSettings(values),
    simulatedSpeed: values.simulatedSpeed,
    cashInterest: toInterestSettings(values, { ...values, feed: values.marketFeed.kind }),
    balanceInterestLegalBasis: values.balanceInterestLegalBasis,
    brokers: toBrokerSettings(
      values,
      listFunds(values).map(({ symbol }) => symbol),
    ),
    entryLimits: { maxDailyLoss: values.maxDailyLossPct, maxMarketExposure: values.maxMarketExposurePct },
  }),
});
