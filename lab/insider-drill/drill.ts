import { randomBytes } from "node:crypto";
import { PASSWORD, type TestClient } from "../../tests/harness/test-app.ts";
import { createDraw, type Draw } from "../commands/seeding/seeded-random.ts";
import {
  type ActName,
  actNames,
  followers,
  isAdminAct,
  isInvestorAct,
  makeCall,
  moneyActNames,
  otherActs,
} from "./acts.ts";
import { judge, type Verdict } from "./oracle.ts";
import type { Cast, Crew } from "./cast.ts";
import { type Scene, setScene, type Stage, workPayouts } from "./scene.ts";

/** One person alone, and each pair in which none may decide for the other. */
const crews: readonly Crew[] = [
  ["support"],
  ["read-only"],
  ["money"],
  ["full"],
  ["money", "money"],
  ["full", "money"],
  ["full", "full"],
  ["money", "support"],
  ["money", "read-only"],
  ["full", "support"],
  ["full", "read-only"],
  ["read-only", "support"],
];
const MOST_ACTS = 6;
/** Most sequences are of crews who can decide something, because the others are refused everything that matters. */
const DECIDING_PERCENT = 85;
/** In every second sequence so many acts follow from the one before, and so many of the others decide what money moves. */
const FOLLOWED_PERCENT = 50;
const MONEY_PERCENT = 70;

interface Step {
  act: ActName;
  /** Its call is made from this seed, so that it stays the same when others are left out. */
  seed: number;
  /** The place of the insider who does it. */
  by: number;
  /** At the same moment as the next step, or a second time at the same moment. */
  at: "alone" | "with-next" | "twice";
}

export interface Plan {
  crew: Crew;
  sceneSeed: number;
  steps: readonly Step[];
}

/** The acts that were done, and in words. */
export interface Played extends Verdict {
  acts: readonly { act: ActName; isDone: boolean }[];
  words: readonly string[];
}

/** The acts that change more than what belongs to the people of the sequence. */
const changesShared: ReadonlySet<ActName> = new Set([
  ...otherActs,
  "pauseBot",
  "resumeBot",
  "stopRail",
  "resumeRail",
  "setLocalRate",
  "decideLocalRate",
  "appointAdministrator",
  "changeAdministratorRole",
  "revokeAdministrator",
  "resetAdministratorPassword",
]);

/** The same seed and number give the same sequence. */
export function planSequence(seed: number, index: number): Plan {
  const draw = createDraw(Math.imul(seed, 1_000_003) + index);
  const canDecide = (crew: Crew): boolean => crew.some((role) => role === "money" || role === "full");
  const decides = draw.happens(DECIDING_PERCENT);
  const crew = draw.pick(crews.filter((each) => canDecide(each) === decides));
  const length = draw.happens(70) ? MOST_ACTS : draw.integer(1, MOST_ACTS - 1);
  // The others try every act after every other one.
  const isDirected = index % 2 === 1;
  let before: ActName | undefined;
  const steps = Array.from({ length }, (): Step => {
    const next = before && draw.happens(FOLLOWED_PERCENT) ? followers[before] : undefined;
    const act = draw.pick((isDirected && (next ?? (draw.happens(MONEY_PERCENT) && moneyActNames))) || actNames);
    before = act;
    const together = draw.integer(1, 100);
    return {
      act,
      seed: draw.integer(0, 2 ** 31),
      by: draw.happens(85) ? 0 : crew.length - 1,
      at: together <= 10 ? "with-next" : together <= 15 ? "twice" : "alone",
    };
  });
  return { crew, sceneSeed: draw.integer(0, 2 ** 31), steps };
}

/** Plays a sequence with new people. @throws Error an answer of 500 */
export async function play(stage: Stage, cast: Cast, plan: Plan): Promise<Played> {
  const scene = await setScene(stage, cast, createDraw(plan.sceneSeed));
  const acts: Played["acts"][number][] = [];
  const words: string[] = [];
  for (let place = 0; place < plan.steps.length; place += 1) {
    const steps = [plan.steps[place]!];
    const next = plan.steps[place + 1];
    if (steps[0]!.at === "with-next" && next) {
      steps.push(next);
      place += 1;
    }
    const sent = [];
    for (const step of steps) sent.push(await prepare(scene, step));
    const done = await Promise.all(sent.flatMap(({ send, times }) => Array.from({ length: times }, send)));
    scene.hasPayouts ||= steps.some(({ act }) => act === "settleWithdrawal");
    stage.isUsed ||= steps.some(({ act }) => changesShared.has(act));
    await workPayouts(scene);
    const lines = sent.flatMap(({ text, times }) => Array.from({ length: times }, () => text));
    lines.forEach((text, number) =>
      words.push(`${number > 0 ? "at the same moment " : ""}${text}: ${done[number]?.said}`),
    );
    const names = sent.flatMap(({ times }, number) => Array.from({ length: times }, () => steps[number]!.act));
    names.forEach((act, number) => acts.push({ act, isDone: done[number]?.isDone ?? false }));
  }
  return { ...(await judge(scene)), acts, words };
}

interface Prepared {
  text: string;
  times: number;
  send: () => Promise<{ isDone: boolean; said: string }>;
}

async function prepare(scene: Scene, { act, seed, by, at }: Step): Promise<Prepared> {
  const draw = createDraw(seed);
  if (!isAdminAct(act) && !isInvestorAct(act)) {
    return { text: act, times: 1, send: () => doOther(scene, act, draw).then(() => ({ isDone: true, said: "done" })) };
  }
  const { method, path, body } = await makeCall(scene, draw, act);
  const isAdmin = isAdminAct(act);
  const actor: TestClient | undefined = isAdmin ? scene.insiders[by] : scene.accomplice;
  if (actor === undefined) throw new Error("a sequence has an act of nobody");
  return {
    text: `${isAdmin ? `insider ${by + 1} (${scene.crew[by]})` : "the investor"} ${act} ${name(scene, `${path} ${JSON.stringify(body) ?? ""}`)}`,
    times: at === "twice" ? 2 : 1,
    async send() {
      let answer = await actor.call(method, path, body);
      if (answer.status === 401) {
        // Sessions end when time passes.
        await actor.call("POST", "/api/auth/signin", { email: actor.email, password: PASSWORD });
        answer = await actor.call(method, path, body);
      }
      const { status, text } = answer;
      if (status === 500) throw new Error(`${act} is answered with 500: ${text}`);
      return { isDone: status < 300, said: status < 300 ? String(status) : `${status} ${text.slice(0, 160)}` };
    },
  };
}

/** The people by their part, because ids say nothing to a reader. */
function name({ accomplice, victim }: Scene, text: string): string {
  return text.replaceAll(accomplice.userId, "HELPER").replaceAll(victim.userId, "VICTIM").slice(0, 300);
}

async function doOther(scene: Scene, act: (typeof otherActs)[number], draw: Draw): Promise<void> {
  switch (act) {
    case "1 hour passes":
      return scene.stage.passHours(1);
    case "25 hours pass":
      return scene.stage.passHours(25);
    case "73 hours pass":
      return scene.stage.passHours(73);
    case "payment is seen":
      return seePayment(scene, draw);
  }
}

/** A payment of the investor that our own node has seen, and that waits for an administrator. */
async function seePayment({ stage, accomplice }: Scene, draw: Draw): Promise<void> {
  const hash = randomBytes(32).toString("hex");
  await stage.owner`
    insert into deposit_payments (id, network, transaction_hash, output, wallet_address, user_id, currency, coins, arrival_rate, seen_at,
      confirmations_needed, timing, status, review_reason, updated_at, version)
    select gen_random_uuid(), 'TRC20', ${hash}, '0', wallet_address, user_id, 'USDT', ${draw.pick(["300", "2000"])}::numeric, 1,
      clock_timestamp(), 1, 'on_time', 'review', 'manual', clock_timestamp(), 1
    from deposits where user_id = ${accomplice.userId} limit 1`;
}

export const isBroken = ({ moved, most }: Verdict): boolean => moved > most;

/** How often each act, and each act after another one, was in a sequence. */
export class Coverage {
  readonly #acts = new Map<string, number>();
  readonly #pairs = new Map<string, number>();
  readonly #done = new Map<string, number>();

  add(acts: Played["acts"]): void {
    const count = (map: Map<string, number>, keys: Iterable<string>): void => {
      for (const key of new Set(keys)) map.set(key, (map.get(key) ?? 0) + 1);
    };
    count(
      this.#acts,
      acts.map(({ act }) => act),
    );
    count(
      this.#done,
      acts.flatMap(({ act, isDone }) => (isDone ? [act] : [])),
    );
    count(
      this.#pairs,
      acts.flatMap(({ act }, place) => acts.slice(place + 1).map((later) => `${act}, ${later.act}`)),
    );
  }

  /** The act, and the pair, that occurred in the fewest sequences. */
  least(): { act: [string, number]; pair: [string, number] } {
    const find = (map: Map<string, number>, keys: readonly string[]): [string, number] =>
      keys
        .map((key): [string, number] => [key, map.get(key) ?? 0])
        .reduce((least, each) => (each[1] < least[1] ? each : least));
    const pairs = actNames.flatMap((act) => actNames.map((later) => `${act}, ${later}`));
    return { act: find(this.#acts, actNames), pair: find(this.#pairs, pairs) };
  }

  /** The acts that were never accepted: only their refusals were tried. */
  refused(): string[] {
    return actNames.filter((act) => !this.#done.has(act));
  }
}
