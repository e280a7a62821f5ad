import { expect, it } from "vitest";
import * as contracts from "@wazi/contracts";
import { adminActNames } from "../../lab/insider-drill/acts.ts";
import { Coverage, isBroken, minimise, type Plan, planSequence, play } from "../../lab/insider-drill/drill.ts";
import { openStage, type Stage } from "../../lab/insider-drill/scene.ts";
import { byDepth } from "../harness/test-depth.ts";

/** `npm run wazi -- torture --insiders N --seed S`, and with `--replay I` one sequence alone. */
const SEQUENCES = Number(process.env["WAZI_INSIDERS"] ?? byDepth({ ci: 300, long: 300 }));
const SEED = Number(process.env["WAZI_INSIDERS_SEED"] ?? Date.now() % 2 ** 31);
const REPLAY = process.env["WAZI_INSIDERS_REPLAY"];
/** A database grows with each sequence, and with it what each list costs. */
const SEQUENCES_OF_A_STAGE = 1_000;
/** The books of the whole database are compared after so many. */
const COMPARED_EVERY = 250;
const MINUTES = 60_000;
/** What a run of the night must have tried (issue 32). */
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
  for (const [place, index] of indexes.entries()) {
    const plan = planSequence(SEED, index);
    const played = await play(stage, plan);
    coverage.add(played.acts);
    if (REPLAY !== undefined) process.stdout.write(`${played.words.join("\n")}\n`);
    if (isBroken(played)) await explain(stage, plan, index);
    if ((place + 1) % COMPARED_EVERY !== 0 && place + 1 < indexes.length) continue;
    expect(await stage.test.differences(), `the books after sequence ${index} of seed ${SEED}`).toEqual([]);
  }
}

/** @throws Error with the shortest form of the sequence, in words */
async function explain(stage: Stage, plan: Plan, index: number): Promise<never> {
  const isFailing = async (each: Plan): Promise<boolean> => isBroken(await play(stage, each));
  const { moved, most, words } = await play(stage, await minimise(stage, plan, isFailing));
  throw new Error(
    [
      `seed ${SEED}, sequence ${index}: ${plan.crew.join(" and ")} moved ${moved} cents; at most ${most} are allowed.`,
      ...words.map((line, place) => `${place + 1}. ${line}`),
    ].join("\n"),
  );
}
