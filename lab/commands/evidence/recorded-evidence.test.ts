import { existsSync } from "node:fs";
import { join } from "node:path";
import { botCatalogue } from "@wazi/trading";
import { describe, expect, it } from "vitest";
import { hashRule } from "../../../apps/server/src/investing/evidence/prepare-evidence.ts";
import {
  readRecordedEvidence,
  type RecordedBotEvidence,
} from "../../../apps/server/src/investing/evidence/recorded-evidence.ts";
import { findSeries } from "./find-series.ts";
import { hasRecord, judgeAll, measureBots } from "./judge-bots.ts";
import { readTrials } from "./trials.ts";
import { listCurveDays, toRecordedEvidence } from "./write-records.ts";

/** The quickest bot to compute: it has one series. */
const BOT = "Crypto-Whale-07";
const DATA = join(import.meta.dirname, "..", "..", "..", "..", "shared", "market-data");
const folders = ["replay", "long"].map((name) => join(DATA, name));
const isThere = folders.every((folder) => existsSync(folder));
if (!isThere) console.warn("skipped: no real series under ../shared/market-data");

const documents = new Map(
  readRecordedEvidence().map(({ subject, document }) => [subject, JSON.parse(document) as RecordedBotEvidence]),
);

it("a recorded curve has enough days for each range of the chart, and the last one", () => {
  const days = Array.from({ length: 50 * 365 }, (_, day) => day).filter((day) => day % 7 !== 2 && day % 7 !== 3);
  const last = days.at(-1)!;
  const kept = listCurveDays(days);
  const since = (count: number) => kept.filter((day) => day > last - count).length;
  expect([kept.at(-1), since(91), since(365)]).toEqual([last, 65, 261]);
  expect(since(5 * 365)).toBe(261 + 4 * 52 + 1);
  expect(kept.length).toBeLessThanOrEqual(261 + 4 * 53 + 250);
  expect(listCurveDays(days.slice(0, 30))).toEqual(days.slice(0, 30));
  expect(listCurveDays([])).toEqual([]);
});

describe("the recorded evidence", () => {
  it("is about every bot as it is now; otherwise record it again (npm run evidence -- --data … --record)", () => {
    const recorded = botCatalogue.map(({ name }) => [name, documents.get(name)?.hashes.parameters]);
    expect(recorded).toEqual(botCatalogue.map((bot) => [bot.name, hashRule(bot)]));
  });

  it.skipIf(!isThere)(`is what the real series give for ${BOT}`, { timeout: 300_000 }, async () => {
    const bot = botCatalogue.find(({ name }) => name === BOT)!;
    const found = findSeries(folders);
    const trials = readTrials();
    const measured = await measureBots(found, [bot], () => {});
    const { bots } = judgeAll(measured, [], { trials, isOfOneBot: false });
    const recorded = documents.get(BOT)!;
    const { hashes, recordedAt } = recorded;
    const again = toRecordedEvidence(bots.find(hasRecord)!, {
      code: hashes.code,
      found,
      cashNote: null,
      trials: recorded.trials,
      recordedAt,
    });
    // A later trial may be counted since: it changes no figure of a bot that is not judged.
    expect(trials.length).toBeGreaterThanOrEqual(recorded.trials);
    expect(again).toEqual(recorded);
  });
});
