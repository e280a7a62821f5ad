import { createHash } from "node:crypto";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../../apps/server/src/commands/seeding/seeded-random.ts";
import { DatabaseUnavailableError } from "../../../apps/server/src/db/database-errors.ts";
import { openPool, type Queryable, type Sql } from "../../../apps/server/src/db/pool.ts";

/** A statement that has not answered after this time is looked up in PostgreSQL: it runs, or it waits for a lock. */
const LOOK_AFTER_MS = 3;
/** A run that takes longer hangs. */
const MAX_RUN_MS = 30_000;
/** The share of the ledger's door's answers that are dropped after the commit, and of waiting backends that are ended. */
const DROPPED_SHARE = 0.1;
const TERMINATED_SHARE = 0.1;
const COMMIT = "commit";
/** How often an actor that only holds locks goes on holding them while others could run. */
const HELD_SHARE = 0.85;
const HINT_CALL = "select pg_notify(";
const DOOR_CALL = "select post_operations(";

interface Step {
  label: string;
  release: (isDropped: boolean) => void;
}

/** One of the processes of a run, with connections of its own. Its statements wait until they are released. */
export class Actor {
  readonly sql: Sql;
  readonly waiting: Step[] = [];
  isEnded = false;
  /** True for one that only holds locks. */
  isPatient = false;
  /** False lets its statements pass at once, for what is prepared before a run. */
  isGated = true;
  /** When its statement was released; null while none runs. */
  releasedAt: number | null = null;

  constructor(
    readonly name: string,
    private readonly pool: Sql,
  ) {
    this.sql = this.gateAll();
  }

  private async step<T>(label: string, run: () => Promise<T>): Promise<T> {
    // Hints are sent some time after a posting, and nothing depends on them.
    if (!this.isGated || label.startsWith(HINT_CALL)) return run();
    const isDropped = await new Promise<boolean>((release) => this.waiting.push({ label, release }));
    this.releasedAt = performance.now();
    try {
      const result = await run();
      if (isDropped) throw new DatabaseUnavailableError("the answer was dropped after the commit");
      return result;
    } finally {
      this.releasedAt = null;
    }
  }

  private gate(on: Queryable): Queryable {
    const query = <T extends readonly object[]>(
      strings: TemplateStringsArray,
      ...values: readonly unknown[]
    ): Promise<T> => this.step(strings.join("?").trim(), () => on<T>(strings, ...values));
    return Object.assign(query, {
      raw: (text: string) => on.raw(text),
      unsafe: (text: string) => this.step(text, () => on.unsafe(text)),
    });
  }

  private gateAll(): Sql {
    const { pool } = this;
    const begin = async <T>(...given: [(tx: Queryable) => Promise<T>] | [string, (tx: Queryable) => Promise<T>]) => {
      const [mode, run] = given.length === 1 ? ["", given[0]] : given;
      return pool.begin(mode, async (tx) => {
        const result = await run(this.gate(tx));
        await this.step(COMMIT, () => Promise.resolve());
        return result;
      });
    };
    return Object.assign(this.gate(pool), {
      byKey: this.gate(pool.byKey),
      begin,
      end: (options?: { timeout?: number }) => pool.end(options),
      listen: pool.listen.bind(pool),
      countConnections: () => pool.countConnections(),
    });
  }

  end(): Promise<void> {
    return this.pool.end({ timeout: 1 });
  }
}

/** @param role null for the superuser of the URL; without it the server's own role */
export function openActor(url: string, name: string, role?: null): Actor {
  const options = { max: 1, applicationName: `actor ${name}` };
  return new Actor(name, openPool(url, role === null ? { ...options, role } : options));
}

/** What a run did. The same seed gives the same events, and so the same hash. */
export interface Interleaving {
  events: string[];
  hash: string;
  /** The actors whose statements waited for each other, once for each circle. */
  circles: string[];
}

/**
 * Releases one statement at a time, in an order that a seed decides. A statement that waits for a lock of another one stays
 * where it is until that one ends, and PostgreSQL tells which these are. Sometimes the answer of the ledger's door is dropped
 * after its commit, or a backend that waits is ended.
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
      if (this.actors.every(({ isEnded }) => isEnded)) break;
      const circle = blocked.length > 1 ? await this.findCircle(blocked) : [];
      if (circle.length > 0) {
        this.circles.push(circle.map(({ name }) => name).join(" "));
        await this.terminate(circle[0]!);
        continue;
      }
      const ready = this.actors.filter(({ waiting, releasedAt }) => waiting.length > 0 && releasedAt === null);
      if (ready.length === 0) await sleep(LOOK_AFTER_MS);
      else if (blocked.length > 0 && this.random.next() < TERMINATED_SHARE) await this.terminate(this.pick(blocked));
      else this.release(this.pickReady(ready), blocked);
    }
    const hash = createHash("sha256").update(this.events.join("\n")).digest("hex").slice(0, 16);
    return { events: this.events, hash, circles: this.circles };
  }

  private pick<T>(all: readonly T[]): T {
    return all[Number(this.random.integer(0, all.length - 1))]!;
  }

  /** An actor that holds locks keeps them for a while, so that several others meet them. */
  private pickReady(ready: readonly Actor[]): Actor {
    const restless = ready.filter(({ isPatient, waiting }) => !isPatient || waiting[0]?.label !== COMMIT);
    return this.pick(restless.length > 0 && this.random.next() < HELD_SHARE ? restless : ready);
  }

  private release(actor: Actor, blocked: readonly Actor[]): void {
    const step = actor.waiting.shift()!;
    const isDropped = step.label.startsWith(DOOR_CALL) && this.random.next() < DROPPED_SHARE;
    const label = step.label.replace(/\s+/g, " ").slice(0, 60);
    const waiting = blocked.map(({ name }) => name).join(" ");
    this.events.push(`${actor.name}: ${label}${isDropped ? " (answer dropped)" : ""}${waiting && `; ${waiting} wait`}`);
    // From now on it is running, also before its own code goes on.
    actor.releasedAt = performance.now();
    step.release(isDropped);
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
        ({ isEnded, waiting, releasedAt }) => releasedAt !== null || (!isEnded && waiting.length === 0),
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
