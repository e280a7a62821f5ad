import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { botCatalogue, corePortfolios } from "@wazi/trading";
import { describe, expect, it } from "vitest";
import { describeBotTrial, describeCoreTrial, isAsPublished, readTrials, type Trial, TRIALS_FILE } from "./trials.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const trials = readTrials();

/** The file as it was in each commit that changed it, newest first; none in a copy without history. */
function readHistory(): readonly Trial[][] {
  const git = (...args: string[]): string =>
    execFileSync("git", ["-C", ROOT, ...args], { encoding: "utf8", stdio: "pipe", maxBuffer: 2 ** 28 });
  try {
    const commits = git("log", "--format=%H", "--", TRIALS_FILE).split("\n").filter(Boolean);
    return commits.map((commit) => JSON.parse(git("show", `${commit}:${TRIALS_FILE}`)) as Trial[]);
  } catch {
    console.warn("this copy has no history: trials.json is not compared with it");
    return [];
  }
}

/** The first row of the history that the file has lost or changed; null when rows were only added. */
function findLostRow(history: readonly (readonly Trial[])[], now: readonly Trial[]): Trial | null {
  for (const version of history) {
    const lost = version.find((row, index) => JSON.stringify(row) !== JSON.stringify(now[index]));
    if (lost !== undefined) return lost;
  }
  return null;
}

describe("trials.json", () => {
  it("has a row for every registered rule with its parameters", () => {
    const registered = [
      ...botCatalogue.map(describeBotTrial),
      ...corePortfolios.filter(({ benchmark }) => benchmark !== null).map(describeCoreTrial),
    ];
    expect(registered).toHaveLength(10);
    for (const each of registered) expect(() => isAsPublished(each, trials)).not.toThrow();
  });

  it("has each trial once, in the order of time", () => {
    const keys = trials.map(({ bot, rule, parameters, bars }) => JSON.stringify([bot, rule, parameters, bars]));
    expect(new Set(keys).size).toBe(trials.length);
    const dates = trials.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort());
  });

  it("is only added to", () => {
    const history = readHistory();
    expect(findLostRow(history, trials)).toBeNull();
  });
});

describe("a change of trials.json", () => {
  const [first, ...others] = trials;

  it("is found when a row is removed, changed or moved, and not when one is added", () => {
    const changed = { ...first!, parameters: { ...first!.parameters, fast: 99 } };
    expect(findLostRow([trials], others)).toEqual(first);
    expect(findLostRow([trials], [changed, ...others])).toEqual(first);
    expect(findLostRow([trials], [...others, first!])).toEqual(first);
    expect(findLostRow([trials.slice(0, 9)], trials)).toBeNull();
  });
});

describe("a rule", () => {
  const basket = describeCoreTrial(corePortfolios[0]!);

  it("with other parameters or bars is a trial not counted", () => {
    const [bot] = botCatalogue.map(describeBotTrial);
    const other = { ...bot!, parameters: { ...bot!.parameters, fast: 7 } };
    expect(() => isAsPublished(other, trials)).toThrow(/Alpha-Forex-01 has no row .* a trial not counted/);
    expect(() => isAsPublished({ ...bot!, bars: "1d" }, trials)).toThrow(/a trial not counted/);
  });

  it("is as published only if it was so from its first row on", () => {
    expect(isAsPublished(basket, trials)).toBe(true);
    const row: Trial = { ...basket, date: "2026-11-29", source: "", published: true };
    const tuned: Trial = { ...row, parameters: { volatilityMonths: 24, skippedMonths: 1 } };
    expect(isAsPublished(basket, [tuned, row])).toBe(false);
    expect(isAsPublished(basket, [{ ...row, published: false }])).toBe(false);
    expect(isAsPublished(describeBotTrial(botCatalogue[0]!), trials)).toBe(false);
  });
});
