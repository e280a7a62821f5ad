import { createHash } from "node:crypto";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../../lab/commands/seeding/seeded-random.ts";
import type { Sql } from "../../../apps/server/src/platform/db/pool.ts";
import type { Actor } from "./actor.ts";
import { ORDER_ARRIVES } from "./venue.ts";

/** A statement that has not answered after this time is looked up in PostgreSQL: it runs, or it waits for a lock. */
const LOOK_AFTER_MS = 3;
/** A run that takes longer hangs. */
const MAX_RUN_MS = 60_000;
/** The shares of the answers that are dropped after the commit: those of the ledger's door, and those of other statements. */
const DROPPED_DOOR_SHARE = 0.1;
const DROPPED_SHARE = 0.02;
/** The shares of backends that are ended: while they wait for a lock, and before a statement. */
const TERMINATED_SHARE = 0.04;
const TERMINATED_BEFORE_SHARE = 0.01;
/** How often a clock steps, and a timer fires that nothing waits for. */
const CLOCK_SHARE = 0.02;
const TIMER_SHARE = 0.02;
const CLOCK_STEPS_MS = [-30 * 60_000, -2_000, 2_000, 30 * 60_000] as const;
/** How often locks that an actor only holds stay held, and orders on their way stay there, while others could run. */
const HELD_SHARE = 0.85;
const DOOR_CALL = "select post_operations(";

/** The course of a run. The same seed gives the same events, and so the same hash. */
export interface Interleaving {
  events: string[];
  hash: string;
  /** The actors whose statements waited for each other, once for each circle. */
  circles: string[];
}

export const hashEvents = (events: readonly string[]): string =>
  createHash("sha256").update(events.join("\n")).digest("hex").slice(0, 16);

/**
 * Releases one step at a time, in an order that a seed decides: a statement, a timer, a step of the feed, or an answer of the
 * venue. A statement that waits for a lock of another one stays where it is until that one ends, and PostgreSQL tells which
 * these are. Between the steps answers are dropped after their commit, backends are ended, and clocks step.
 */
export class Scheduler {
  private readonly events: string[] = [];
  private readonly circles: string[] = [];
  private readonly startedAt = performance.now();

  constructor(
    private readonly watch: Sql,
    private readonly random: Random,
    private readonly actors: readonly Actor[],
  ) {}

  async run(): Promise<Interleaving> {
    for (;;) {
      const blocked = await this.waitUntilQuiet();
      if (
        this.actors.every(({ isEnded, waiting, releasedAt }) => isEnded && waiting.length === 0 && releasedAt === null)
      )
        break;
      const circle = blocked.length > 1 ? await this.findCircle(blocked) : [];
      if (circle.length > 0) {
        this.circles.push(circle.map(({ name }) => name).join(" "));
        await this.terminate(circle[0]!);
        continue;
      }
      const ready = this.actors.filter(({ waiting, releasedAt }) => waiting.length > 0 && releasedAt === null);
      if (ready.length === 0) await sleep(LOOK_AFTER_MS);
      else if (blocked.length > 0 && this.random.next() < TERMINATED_SHARE) await this.terminate(this.pick(blocked));
      else if (!this.stepTime()) await this.release(this.pickReady(ready), blocked);
    }
    return { events: this.events, hash: hashEvents(this.events), circles: this.circles };
  }

  private pick<T>(all: readonly T[]): T {
    return all[Number(this.random.integer(0, all.length - 1))]!;
  }

  /** Moves a clock, or lets a timer fire that nothing waits for. Returns false when neither is due. */
  private stepTime(): boolean {
    const chance = this.random.next();
    const timed = this.actors.filter(
      ({ isEnded, isPatient, hasOtherSteps }) => !isEnded && !isPatient && hasOtherSteps,
    );
    if (chance < CLOCK_SHARE && timed.length > 0) {
      const actor = this.pick(timed);
      const ms = this.pick(CLOCK_STEPS_MS);
      actor.stepClock(ms);
      this.events.push(`${actor.name}: its clock steps by ${ms / 1_000} s`);
      return true;
    }
    const timers = timed.flatMap((actor) => [...actor.timers].map((timer) => ({ actor, timer })));
    if (chance > 1 - TIMER_SHARE && timers.length > 0) {
      const { actor, timer } = this.pick(timers);
      this.events.push(`${actor.name}: ${timer.label} fires`);
      timer.fire();
      return true;
    }
    return false;
  }

  /** Locks are held, and orders are on their way, for a while, so that several others meet them. */
  private pickReady(ready: readonly Actor[]): Actor {
    const restless = ready.filter(
      ({ isPatient, waiting: [next] }) => next?.label !== ORDER_ARRIVES && (!isPatient || next?.kind !== "commit"),
    );
    return this.pick(restless.length > 0 && this.random.next() < HELD_SHARE ? restless : ready);
  }

  private async release(actor: Actor, blocked: readonly Actor[]): Promise<void> {
    const step = actor.waiting.shift()!;
    const isStatement = (step.kind === "statement" || step.kind === "commit") && !actor.isPatient;
    const chance = this.random.next();
    const isDropped = isStatement && chance < (step.label.startsWith(DOOR_CALL) ? DROPPED_DOOR_SHARE : DROPPED_SHARE);
    const isCut = isStatement && !isDropped && chance > 1 - TERMINATED_BEFORE_SHARE;
    const label = step.label.replace(/\s+/g, " ").slice(0, 60);
    const fault = isDropped ? " (answer dropped)" : isCut ? " (after its backend was ended)" : "";
    const waiting = blocked.map(({ name }) => name).join(" ");
    this.events.push(`${actor.name}: ${label}${fault}${waiting && `; ${waiting} wait`}`);
    if (isCut) {
      await this.watch`
        select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = ${`actor ${actor.name}`}`;
      await actor.untilDisconnected();
    }
    // From now on it is running, also before its own code goes on.
    if (step.kind === "statement") actor.releasedAt = performance.now();
    step.release(isDropped ? "dropped" : null);
  }

  private async terminate(actor: Actor): Promise<void> {
    this.events.push(`${actor.name}: its backend is ended`);
    await this.watch`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = ${`actor ${actor.name}`} and cardinality(pg_blocking_pids(pid)) > 0`;
    // PostgreSQL ends it some time later.
    while (actor.releasedAt !== null) await sleep(1);
  }

  /** Waits until every actor has ended, waits to be released, or waits for a lock. Returns those that wait for a lock. */
  private async waitUntilQuiet(): Promise<Actor[]> {
    for (;;) {
      await nextTurn();
      if (performance.now() - this.startedAt > MAX_RUN_MS) throw new Error(`hangs after ${this.events.at(-1)}`);
      const busy = this.actors.filter(
        ({ isEnded, waiting, releasedAt }) =>
          releasedAt !== null || (!isEnded && waiting.every(({ isBackground }) => isBackground)),
      );
      if (busy.length === 0) return [];
      const inStatement = busy.filter(({ releasedAt }) => releasedAt !== null);
      const isOld = inStatement.every(({ releasedAt }) => performance.now() - releasedAt! > LOOK_AFTER_MS);
      if (inStatement.length < busy.length || !isOld) {
        await sleep(1);
        continue;
      }
      const names = await this.listBlocked();
      // One that has answered meanwhile is not quiet: its own code goes on.
      const isQuiet = inStatement.every(({ name, releasedAt }) => releasedAt !== null && names.has(name));
      if (isQuiet) return inStatement;
    }
  }

  /** The actors that wait for each other in a circle, in a fixed order. PostgreSQL would end one of them after a second. */
  private async findCircle(blocked: readonly Actor[]): Promise<readonly Actor[]> {
    const rows = await this.watch<{ waits: string; holds: string }[]>`
      select substr(a.application_name, 7) as waits, substr(b.application_name, 7) as holds
      from pg_stat_activity a cross join lateral unnest(pg_blocking_pids(a.pid)) h (pid) join pg_stat_activity b on b.pid = h.pid
      where a.application_name like 'actor %' and b.application_name like 'actor %' and a.state = 'active'`;
    const reaches = (from: string, to: string, seen: ReadonlySet<string> = new Set()): boolean =>
      rows.some(
        ({ waits, holds }) =>
          waits === from && (holds === to || (!seen.has(holds) && reaches(holds, to, new Set([...seen, holds])))),
      );
    return blocked.filter(({ name }) => reaches(name, name));
  }

  private async listBlocked(): Promise<Set<string>> {
    const rows = await this.watch<{ name: string }[]>`
      select substr(application_name, 7) as name from pg_stat_activity
      where application_name like 'actor %' and state = 'active' and cardinality(pg_blocking_pids(pid)) > 0`;
    return new Set(rows.map(({ name }) => name));
  }
}
