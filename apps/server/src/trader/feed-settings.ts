import { statSync } from "node:fs";
import { resolve } from "node:path";
import {
  parseLiveFeed,
  toLiveFeedSettings,
  type LiveFeedChoice,
  type LiveFeedSettings,
  type LiveValues,
} from "./live-settings.ts";
import {
  optional,
  parseNumberInRange,
  parseOneOf,
  parseWholeNumber,
  Problem,
  required,
  type ParsedEntries,
} from "../platform/settings/setting-entry.ts";

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

export const feedEntries = {
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
    meaning: "With a replay feed: the number of bars per second for each symbol.",
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
    fallback: "1",
    meaning: "How many times faster than the clock simulated prices move. 1 is real time. The screens say the speed.",
    allowed: `a whole number from 1 to ${MAX_SIMULATED_SPEED}`,
    parse: parseWholeNumber(1, MAX_SIMULATED_SPEED),
  }),
} as const;

export type FeedValues = ParsedEntries<typeof feedEntries>;

/** @param values also those of the live feeds */
export function toFeedSettings(values: FeedValues & LiveValues): FeedSettings {
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
