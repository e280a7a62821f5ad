import { expect, it } from "vitest";
import * as contracts from "@wazi/contracts";
import { adminActNames } from "../../lab/insider-drill/acts.ts";
import { makeCasts } from "../../lab/insider-drill/cast.ts";
import { Coverage, isBroken, type Plan, type Played, planSequence, play } from "../../lab/insider-drill/drill.ts";
import { openStage, type Stage } from "../../lab/insider-drill/scene.ts";
import { byDepth } from "../harness/test-depth.ts";

/** `npm run wazi -- torture --insiders N --seed S`, and with `--replay I` one sequence alone. */
const SEQUENCES = Number(process.env["WAZI_INSIDERS"] ?? byDepth({ ci: 300, long: 300 }));
const SEED = Number(process.env["WAZI_INSIDERS_SEED"] ?? Date.now() % 2 ** 31);
const REPLAY = process.env["WAZI_INSIDERS_REPLAY"];
/** A database grows with each sequence, and with it what each list costs. */
const SEQUENCES_OF_A_STAGE = 1_000;
/** The people of so many sequences are made at once, and the books of the whole database are compared after them. */
const CASTS_AT_ONCE = 100;
const MINUTES = 60_000;
/** The least that a run of the night must have tried. */
const COVERED = { sequences: 20_000, act: 200, pair: 3 };

it("has a maker for each call with which an administrator changes something", () => {
  const changing = contracts.allCalls.filter(({ permission, method }) => permission === "admin" && method !== "GET");
  const named = Object.entries(contracts).filter(([, call]) => changing.some((each) => each === call));
  expect([...adminActNames].sort()).toEqual(named.map(([name]) => name).sort());
});

it("finds no way for insiders to move more than they may alone", { timeout: 600 * MINUTES }, async () => {
  process.stdout.write(`insider drill: seed ${SEED}, ${SEQUENCES} sequences\n`);
  const indexes = REPLAY === undefined ? Array.from({ length: SEQUENCES }, (_each, index) => index) : [Number(REPLAY)];
  const coverage = new Coverage();
  const startedAt = performance.now();
  for (let from = 0; from < indexes.length; from += SEQUENCES_OF_A_STAGE) {
    const stage = await openStage();
    try {
      await playAll(stage, indexes.slice(from, from + SEQUENCES_OF_A_STAGE), coverage);
    } finally {
      await stage.close();
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    const played = Math.min(indexes.length, from + SEQUENCES_OF_A_STAGE);
    process.stdout.write(`insider drill: ${played} sequences, ${(played / seconds).toFixed(1)} a second\n`);
  }
  const { act, pair } = coverage.least();
  process.stdout.write(
    `insider drill: least covered: ${act[0]} in ${act[1]} sequences; ${pair[0]} in ${pair[1]}. ` +
      `Never accepted: ${coverage.refused().join(", ") || "none"}\n`,
  );
  if (indexes.length < COVERED.sequences) return;
  expect(act[1], act[0]).toBeGreaterThanOrEqual(COVERED.act);
  expect(pair[1], pair[0]).toBeGreaterThanOrEqual(COVERED.pair);
});

async function playAll(stage: Stage, indexes: readonly number[], coverage: Coverage): Promise<void> {
  for (let from = 0; from < indexes.length; from += CASTS_AT_ONCE) {
    const plans = indexes
      .slice(from, from + CASTS_AT_ONCE)
      .map((index) => ({ index, plan: planSequence(SEED, index) }));
    const crews = plans.map(({ plan }) => plan.crew);
    const casts = await makeCasts(stage, crews);
    for (const [place, { index, plan }] of plans.entries()) {
      const played = await play(stage, casts[place]!, plan).catch((cause: unknown) => {
        throw new Error(`seed ${SEED}, sequence ${index}: it could not be played`, { cause });
      });
      coverage.add(played.acts);
      if (REPLAY !== undefined) process.stdout.write(`${played.words.join("\n")}\n`);
      if (isBroken(played)) await explain(stage, plan, played, index);
    }
    expect(await stage.test.differences(), `the books up to sequence ${indexes[from]} of seed ${SEED}`).toEqual([]);
  }
}

/** @throws Error with the shortest form of the sequence, in words */
async function explain(stage: Stage, plan: Plan, played: Played, index: number): Promise<never> {
  const { moved, most, words } = await minimise(stage, plan, played);
  throw new Error(
    [
      `seed ${SEED}, sequence ${index}: ${plan.crew.join(" and ")} moved ${moved} cents; at most ${most} are allowed.`,
      ...words.map((line, place) => `${place + 1}. ${line}`),
    ].join("\n"),
  );
}

/** Leaves out one act after the other, as long as the rest still breaks the rule. Acts at the same moment may not do so each time. */
async function minimise(stage: Stage, plan: Plan, played: Played): Promise<Played> {
  for (let place = 0; place < plan.steps.length; place += 1) {
    const shorter = { ...plan, steps: plan.steps.filter((_step, number) => number !== place) };
    const [cast] = await makeCasts(stage, [plan.crew]);
    const again = await play(stage, cast!, shorter);
    if (isBroken(again)) return minimise(stage, shorter, again);
  }
  return played;
}
