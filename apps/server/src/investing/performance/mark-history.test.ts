import { parseNav } from "@wazi/domain";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { startScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import { createMarkHistory, findMark, listSparklineMarks } from "./mark-history.ts";

let test: TestApp;
let bots: readonly string[];
let nowMs: number;

beforeAll(async () => {
  test = await startTestApp();
  bots = (await startScriptedBots(test)).ids.slice(0, 2);
  await test.sql`delete from bot_marks`;
});
afterAll(() => test.close());
beforeEach(() => {
  nowMs = 1_000_000;
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  return () => vi.restoreAllMocks();
});

const timeOf = (minute: number): number => Date.UTC(2026, 10, 20, 0, minute);
const save = (bot: number, minute: number, mark: string) =>
  test.sql`insert into bot_marks (bot_id, at, exit_mark) values (${bots[bot]!}, ${new Date(timeOf(minute))}, ${mark})`;

it("has all marks by bot, then adds new ones, and leaves out removed ones a day later", async () => {
  await save(0, 10, "1.1");
  await save(0, 5, "1.05");
  const history = createMarkHistory(test.sql);
  const readBoth = async () => {
    const found = await history.read();
    return bots.map((id) => (found.get(id)?.atMs ?? []).map((atMs) => (atMs - timeOf(0)) / 60_000));
  };
  expect(await readBoth()).toEqual([[5, 10], []]);
  expect((await history.read()).get(bots[0]!)?.marks).toEqual(["1.050000000000", "1.100000000000"]);
  await save(0, 15, "1.2");
  await save(1, 10, "2");
  nowMs += 4_999;
  expect(await readBoth()).toEqual([[5, 10], []]);
  nowMs += 1;
  const together = await Promise.all([readBoth(), readBoth(), readBoth()]);
  expect(together).toEqual(Array.from({ length: 3 }, () => [[5, 10, 15], [10]]));
  await test.sql`delete from bot_marks where at = ${new Date(timeOf(5))}`;
  nowMs += 60_000;
  expect(await readBoth()).toEqual([[5, 10, 15], [10]]);
  nowMs += 24 * 60 * 60_000;
  expect(await readBoth()).toEqual([[10, 15], [10]]);
});

it("finds the last mark up to a moment", () => {
  const marks = {
    atMs: [10, 20, 30],
    marks: ["1", "2", "3"],
    interestSums: ["0", "0", "0.1"],
    billIndexes: ["1", "1", "1.1"],
  };
  const found = [9, 10, 19, 20, 31].map((at) => findMark(marks, at)?.nav);
  expect(found).toEqual([undefined, "1", "1", "2", "3"].map((text) => text && parseNav(text)));
  expect(findMark(marks, 31)?.interestSum).toBe(parseNav("0.1"));
  expect(findMark(marks, 31)?.billIndex).toBe(parseNav("1.1"));
  expect(findMark({ atMs: [], marks: [], interestSums: [], billIndexes: [] }, 10)).toBeUndefined();
});

it("thins out a week to at most 48 marks of each bot, with the last one of each stretch", () => {
  const now = timeOf(0);
  const hours = Array.from({ length: 200 }, (_, index) => 199 - index);
  const busy = {
    atMs: hours.map((hour) => now - hour * 3_600_000),
    marks: hours.map((hour) => `1.${hour}`),
    interestSums: hours.map(() => "0"),
    billIndexes: hours.map(() => "1"),
  };
  const quiet = { atMs: [now - 7_200_000], marks: ["2"], interestSums: ["0"], billIndexes: ["1"] };
  const [found, ...others] = listSparklineMarks(
    new Map([
      ["busy", busy],
      ["quiet", quiet],
    ]),
    now,
  );
  expect(others).toEqual([]);
  expect(found?.botId).toBe("busy");
  expect(found?.marks).toHaveLength(48);
  // A stretch is three and a half hours, and the last one ends with the last mark.
  expect(found?.marks.slice(0, 2)).toEqual(["1.165", "1.161"]);
  expect(found?.marks.at(-1)).toBe("1.0");
  expect(listSparklineMarks(new Map(), now)).toEqual([]);
});
