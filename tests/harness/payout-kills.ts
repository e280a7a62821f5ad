import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { cents } from "@wazi/domain";
import type { Random } from "../../lab/commands/seeding/seeded-random.ts";
import { takeLease } from "../../apps/server/src/platform/jobs/store.ts";
import { applyReport } from "../../apps/server/src/withdrawals/payouts/apply-report.ts";
import { advanceDuePayouts } from "../../apps/server/src/withdrawals/payouts/run-payout-worker.ts";
import type { PayoutDeps } from "../../apps/server/src/withdrawals/payouts/payout-rail.ts";
import { findPayoutByReference } from "../../apps/server/src/withdrawals/payouts/store.ts";
import type { Sql } from "../../apps/server/src/platform/db/pool.ts";
import { createFakeProvider, type Behaviour, type FakeProvider } from "./fake-payout-provider.ts";
import type { TestApp, TestClient } from "./test-app.ts";

/** The process is gone: nothing that it waits for comes back, and it asks for nothing more. */
class KilledError extends Error {}

/** The loss with the process: the call, its answer, or only the time until the answer. */
export type KillMode = "before-call" | "after-call" | "during-call";
export const killModes: readonly KillMode[] = ["before-call", "after-call", "during-call"];

/** Counts the awaits of a worker, and kills it at one of them. */
export class Mortal {
  passed = 0;
  isDead = false;
  readonly names: string[] = [];
  readonly at: number;
  readonly mode: KillMode;
  /** The work that the dead process had under way. */
  readonly left: Promise<unknown>[] = [];
  constructor(at: number, mode: KillMode) {
    this.at = at;
    this.mode = mode;
  }

  async pass<T>(name: string, call: () => Promise<T>): Promise<T> {
    if (this.isDead) throw new KilledError();
    this.passed += 1;
    this.names.push(name);
    if (this.passed !== this.at) return this.answer(call());
    this.isDead = this.mode !== "after-call";
    if (this.mode === "before-call") throw new KilledError();
    const running = call().catch(() => undefined);
    this.left.push(running);
    if (this.mode === "after-call") {
      await running;
      this.isDead = true;
    }
    throw new KilledError();
  }

  private async answer<T>(call: Promise<T>): Promise<T> {
    const result = await call;
    if (this.isDead) throw new KilledError();
    return result;
  }
}

/** The same dependencies, each await of which can be the last. */
function makeMortal(deps: PayoutDeps, mortal: Mortal): PayoutDeps {
  const { sql, door, rails, toDollars } = deps;
  const run = ((...given: Parameters<Sql>) => mortal.pass("statement", () => sql(...given))) as Sql;
  return {
    ...deps,
    sql: Object.assign(run, sql),
    door: { post: (operation) => mortal.pass("post", () => door.post(operation)) },
    rails: rails.map((rail) => ({
      ...rail,
      send: (order, signal) => mortal.pass("send", () => Promise.resolve().then(() => rail.send(order, signal))),
      query: (order, signal) => mortal.pass("query", () => rail.query(order, signal)),
    })),
    toDollars: (amount, currency) => mortal.pass("rate", () => toDollars(amount, currency)),
  };
}

/** A provider whose payments happen, or not, as a life asks for. */
export type KillProvider = Pick<FakeProvider, "rail" | "behaviours" | "onReport" | "settleDelayed">;

export interface KillWorld {
  test: TestApp;
  provider: KillProvider;
  deps: PayoutDeps;
  /** After so many rounds a payout that has not ended stays as it is. */
  maxRounds: number;
  /** Moves the worker's clock. */
  advance(ms: number): void;
  /** Call-backs under way. */
  reports: Set<Promise<unknown>>;
}

const log = { warn: () => undefined };
const STEP_MS = 61_000;
const MAX_ROUNDS = 40;

/** @param callTimeoutMs after which a call to the provider has no answer */
export function createKillWorld(
  test: TestApp,
  provider: KillProvider = createFakeProvider(),
  callTimeoutMs = 5_000,
): KillWorld {
  let offset = 0;
  const now = (): Date => new Date(Date.now() + offset);
  const deps: PayoutDeps = {
    sql: test.sql,
    door: test.door,
    now,
    rails: [provider.rail],
    dailyLimit: undefined,
    timing: { firstCheckMs: 10_000, callTimeoutMs, retryMs: 60_000 },
    toDollars: (amount) => Promise.resolve(cents(BigInt(Math.round(Number(amount) * 100)))),
  };
  const reports = new Set<Promise<unknown>>();
  provider.onReport = (reference, report) => {
    const applying = findPayoutByReference(test.sql, provider.rail.name, reference)
      .then((id) => id && applyReport(deps, id, report))
      .finally(() => reports.delete(applying));
    reports.add(applying);
  };
  return { test, provider, deps, reports, maxRounds: MAX_ROUNDS, advance: (ms) => (offset += ms) };
}

/** An investor with one approved withdrawal to a number of its own. */
export const approveWithdrawal = (test: TestApp, investor: TestClient, phoneNumber: string): Promise<string> =>
  approveWithdrawalTo(test, investor, { withdrawalType: "mpesa", country: "Kenya", phoneNumber });

/** An investor with one approved withdrawal of 10 US dollars. */
export async function approveWithdrawalTo(test: TestApp, investor: TestClient, destination: object): Promise<string> {
  const body = { amount: "10", ...destination };
  const asked = await investor.call("POST", "/api/user/withdrawals", body);
  if (asked.status !== 201) throw new Error(asked.text);
  const { id } = asked.body as { id: string };
  const approved = await test.admin.call("POST", `/api/admin/withdrawals/${id}/approve`, { status: "completed" });
  if (approved.status !== 200) throw new Error(approved.text);
  return id;
}

export interface KilledPayout {
  at: number;
  mode: KillMode;
  behaviours: readonly Behaviour[];
  /** How long the next worker takes to start; without it, it starts at once. */
  random?: Random;
}

/** The work that the dead worker had under way ends before, during or after the first statements of the next one. */
const LONGEST_START_MS = 6;

/**
 * Runs one payout with a worker that is killed at the given await, and then with another worker until it has ended.
 * @returns the number of awaits of the first worker; less than `at` when it was not killed
 */
export async function runKilledPayout(
  world: KillWorld,
  { at, mode, behaviours, random }: KilledPayout,
): Promise<Mortal> {
  const { deps, provider } = world;
  provider.behaviours.splice(0, Infinity, ...behaviours);
  const mortal = new Mortal(at, mode);
  await workUntilSettled(world, makeMortal(deps, mortal), mortal);
  if (mortal.isDead) {
    // oxlint-disable-next-line wazi/no-fixed-sleeps -- the next worker starts at a random moment
    if (random) await sleep(random.next() * LONGEST_START_MS);
    await workUntilSettled(world, deps, null);
  }
  await Promise.all(mortal.left);
  await Promise.all(world.reports);
  return mortal;
}

async function workUntilSettled(world: KillWorld, deps: PayoutDeps, mortal: Mortal | null): Promise<void> {
  const lease = await takeLease(world.test.sql, randomUUID(), true, "payouts");
  if (!lease) throw new Error("no lease");
  for (let round = 0; round < world.maxRounds; round += 1) {
    await advanceDuePayouts({ ...deps, log }, lease).catch(() => 0);
    if (mortal?.isDead) return;
    await new Promise((resolve) => setImmediate(resolve));
    world.provider.settleDelayed();
    await Promise.all(world.reports);
    const open = await world.test.sql`select from payouts where state in ('approved', 'sent', 'unknown')`;
    if (open.length === 0) return;
    world.advance(STEP_MS);
  }
  if (world.maxRounds === MAX_ROUNDS) throw new Error("the payout has not ended");
}
