import { createSeededRandom, type Random } from "../../lab/commands/seeding/seeded-random.ts";
import { killModes, type KillMode } from "./payout-kills.ts";

/** Which kills a test makes. The suite makes one at each await; the long form takes hours and is run in parts. */
interface KillPlan {
  /** At each await. */
  kills: number;
  isLong: boolean;
  /** The awaits of part 2 of 4 are the second, the sixth, and so on. */
  part: number;
  parts: number;
  seed: number;
  /** A life and an await of it, both from 1: where a run that was stopped goes on. */
  from: { life: number; at: number };
  /** After so many minutes the run stops at the next await. */
  minutes: number;
  /** Worlds in which lives run at the same time, because each of them mostly waits for its database. */
  lanes: number;
}

/** The lives that a long form runs at once. */
const LANES = 4;

/** Reads NAME_KILLS, NAME_PART ("2/4"), NAME_FROM ("3:12"), NAME_MINUTES and NAME_SEED (docs/how-to/developer/find-a-fault.md). */
export function readKillPlan(name: string, env: NodeJS.ProcessEnv = process.env): KillPlan {
  const kills = Number(env[`${name}_KILLS`] ?? "1");
  const [part = 1, parts = 1] = (env[`${name}_PART`] ?? "1/1").split("/").map(Number);
  const [life = 1, at = 1] = (env[`${name}_FROM`] ?? "1:1").split(":").map(Number);
  const seed = Number(env[`${name}_SEED`] ?? "1");
  const minutes = Number(env[`${name}_MINUTES`] ?? "600");
  const figures = [kills, part, parts, life, at, seed, minutes];
  if (!figures.every((each) => Number.isInteger(each) && each > 0) || part > parts)
    throw new Error(`A variable of ${name} is not as docs/how-to/developer/find-a-fault.md describes it`);
  const isLong = kills > 1;
  return { kills, isLong, part, parts, seed, from: { life, at }, minutes, lanes: isLong ? LANES : 1 };
}

/** The result of one payment whose worker was killed. */
export interface KilledLife {
  /** The await at which the worker died; null when it had fewer awaits. */
  diedAt: string | null;
  /** The problem with the payment; null when it was made exactly once. */
  wrong: string | null;
}

/** Runs one life in a lane, from 0. */
type RunLife = (at: number, mode: KillMode, lane: number) => Promise<KilledLife>;

interface KillCampaign {
  random: Random;
  /** False when the time was over before the last await. */
  isComplete(): boolean;
  /** Every payment that is missing or doubled. */
  wrong: readonly string[];
  counts: { awaits: number; kills: number; lives: number };
  /**
   * Runs lives until one has fewer awaits than the next kill needs.
   * @param step the short form kills at every such await, the long form at each. A multiple of three would kill in the same way each time.
   * @param first the first await; earlier ones were killed in another life
   */
  killAtEachAwait(life: string, step: number, run: RunLife, first?: number): Promise<void>;
  /** One line with all counts. */
  describe(): string;
}

const SECONDS_PER_MINUTE = 60;
/** Some awaits are not in every life. An await is past the last one when this many lives in a row do not reach it. */
const LIVES_WITHOUT_IT = 6;
/** An await that few lives reach gets fewer kills. */
const LIVES_PER_KILL = 3;

/** Kills workers at each await as often as the plan says, and counts. The long form prints a line for each await. */
export function createKillCampaign(title: string, plan: KillPlan): KillCampaign {
  const { kills, isLong, part, parts, seed, lanes } = plan;
  const startedAt = performance.now();
  const wrong: string[] = [];
  const counts = { awaits: 0, kills: 0, lives: 0 };
  let lives = 0;
  let goesOnAt: string | null = null;
  const seconds = (): number => Math.round((performance.now() - startedAt) / 1_000);

  /** @returns how many workers died at this await */
  const killAt = async (at: number, life: string, run: RunLife): Promise<number> => {
    let killed = 0;
    let tried = 0;
    let lastName = "";
    const runNext = async (lane: number): Promise<void> => {
      const mode = killModes[(seed + at + tried) % killModes.length] ?? "before-call";
      tried += 1;
      const { diedAt, wrong: found } = await run(at, mode, lane);
      counts.lives += 1;
      if (found !== null) wrong.push(`${life} killed at ${at} (${diedAt}, ${mode}): ${found}`);
      if (diedAt === null) return;
      killed += 1;
      lastName = diedAt;
    };
    const isReached = (): boolean => killed > 0 || tried < LIVES_WITHOUT_IT;
    while (killed < kills && isReached() && tried < kills * (isLong ? LIVES_PER_KILL : 1)) {
      const running = Math.min(lanes, kills - killed);
      await Promise.all(Array.from({ length: running }, (_, lane) => runNext(lane)));
    }
    if (isLong && killed > 0) {
      const all = `${counts.kills + killed} in ${seconds()} s, ${wrong.length} wrong`;
      process.stdout.write(`${title}: ${life}, await ${at} (${lastName}): ${killed} kills; ${all}\n`);
    }
    return killed;
  };

  return {
    random: createSeededRandom(seed),
    wrong,
    counts,
    isComplete: () => goesOnAt === null,
    async killAtEachAwait(life, step, run, first = 1) {
      lives += 1;
      if (lives < plan.from.life || goesOnAt !== null) return;
      const stride = isLong ? 1 : step;
      const least = lives === plan.from.life ? plan.from.at : first;
      for (let at = (part - 1) * stride + 1; ; at += stride * parts) {
        if (at < least) continue;
        if (seconds() > plan.minutes * SECONDS_PER_MINUTE) {
          goesOnAt = `${lives}:${at}`;
          return;
        }
        const killed = await killAt(at, life, run);
        if (killed === 0) return;
        counts.awaits += 1;
        counts.kills += killed;
      }
    },
    describe: () =>
      `${title}: ${counts.awaits} awaits, ${counts.kills} kills, ${counts.lives} payments, ` +
      `${wrong.length} missing or doubled, seed ${seed}, part ${part}/${parts}, ${seconds()} s` +
      (goesOnAt === null ? "" : `; goes on at ${goesOnAt}`),
  };
}
