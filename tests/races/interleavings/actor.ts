import { AsyncLocalStorage } from "node:async_hooks";
import type { TimerOptions } from "node:timers";
import { type setTimeout as realPause, setTimeout as sleep } from "node:timers/promises";
import { DatabaseUnavailableError } from "../../../apps/server/src/platform/db/database-errors.ts";
import { openPool, type Queryable, type Sql } from "../../../apps/server/src/platform/db/pool.ts";
import { createRequire, syncBuiltinESMExports } from "node:module";

/** A statement of the product with a mistake in it: its text, which must be in one piece between two values. */
export interface StatementFault {
  text: string;
  replacement: string;
}

type Fault = "dropped" | null;

/** Something that waits until the scheduler releases it. */
interface Step {
  kind: "statement" | "commit" | "timer" | "feed" | "venue";
  label: string;
  /** True for work beside the actor's own, such as a renewal of its lease. */
  isBackground: boolean;
  release: (fault: Fault) => void;
}

/** A timer that nothing waits for. The scheduler may let it fire at any step. */
export interface BackgroundTimer {
  label: string;
  fire: () => void;
}

interface Flow {
  actor: Actor;
  isBackground: boolean;
}

const flows = new AsyncLocalStorage<Flow | null>();

/** The actor whose code is running; null outside of actors and inside of the database client. */
const findFlow = (): Flow | null => flows.getStore() ?? null;

const HINT_CALL = "select pg_notify(";
/** A statement may wait for a lock for as long as a run takes. */
const MAX_STATEMENT_MS = 60_000;
const DISCONNECT_LIMIT_MS = 5_000;
/** Real time, also while the time of actors is another one. */
const readRealMs = Date.now.bind(Date);

/** One of the processes of a run, with connections and a clock of its own. All that it does waits until it is released. */
export class Actor {
  readonly sql: Sql;
  readonly waiting: Step[] = [];
  readonly timers = new Set<BackgroundTimer>();
  /** True when the actor has done its work. */
  isEnded = false;
  /** True for one that only holds locks. */
  isPatient = false;
  /** False lets everything pass at once, for what is prepared before a run. */
  isGated = true;
  /** False lets timers, feed steps and venue answers pass at once, so that only statements are steps. */
  hasOtherSteps = true;
  /** When its statement was released; null while none runs. */
  releasedAt: number | null = null;
  isInTransaction = false;
  faults: readonly StatementFault[] = [];
  private clockOffsetMs = 0;

  constructor(
    readonly name: string,
    private readonly pool: Sql,
  ) {
    this.sql = this.gateAll();
  }

  /** Does the actor's work. Inside, timers and the clock are the actor's. */
  async run(work: () => Promise<void>): Promise<void> {
    this.isEnded = false;
    this.clockOffsetMs = 0;
    this.timers.clear();
    await flows.run({ actor: this, isBackground: false }, work);
    this.timers.clear();
    this.isEnded = true;
  }

  /** Moves the clock forward or back. */
  stepClock(ms: number): void {
    this.clockOffsetMs += ms;
  }

  nowMs(): number {
    return readRealMs() + this.clockOffsetMs;
  }

  /** Waits for a step of the feed or the venue. */
  async ask<T>(kind: "feed" | "venue", label: string, answer: () => T | Promise<T>): Promise<T> {
    if (this.isGated && this.hasOtherSteps) await this.waitForRelease(kind, label);
    return answer();
  }

  /** A pause of the product's code: it ends when the scheduler releases it, and the time has passed then. */
  async pause(ms: number, { ref = true, signal }: TimerOptions = {}): Promise<void> {
    signal?.throwIfAborted();
    const label = Number.isInteger(ms) ? `timer of ${ms} ms` : "timer of a random time";
    const aborted = new Promise<never>((_resolve, reject) =>
      signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true }),
    );
    aborted.catch(() => undefined);
    await Promise.race([ref ? this.waitForRelease("timer", label, aborted) : this.waitInBackground(label), aborted]);
    this.stepClock(ms);
  }

  /** Runs `work` each time the scheduler lets the timer fire. */
  repeat(ms: number, work: () => void): BackgroundTimer {
    const fire = (): void => {
      this.stepClock(ms);
      flows.run({ actor: this, isBackground: true }, work);
    };
    const timer = { label: `timer of ${ms} ms`, fire };
    this.timers.add(timer);
    return timer;
  }

  private waitInBackground(label: string): Promise<void> {
    return new Promise((resolve) => {
      const timer = {
        label,
        fire: () => {
          this.timers.delete(timer);
          resolve();
        },
      };
      this.timers.add(timer);
    });
  }

  private waitForRelease(kind: Step["kind"], label: string, aborted?: Promise<never>): Promise<Fault> {
    return new Promise((release) => {
      const step = { kind, label, isBackground: findFlow()?.isBackground === true, release };
      this.waiting.push(step);
      aborted?.catch(() => {
        const index = this.waiting.indexOf(step);
        if (index >= 0) this.waiting.splice(index, 1);
      });
    });
  }

  private async step<T>(kind: "statement" | "commit", label: string, run: () => Promise<T>): Promise<T> {
    // Hints are sent some time after a posting, and nothing depends on them.
    if (!this.isGated || label.startsWith(HINT_CALL)) return run();
    const fault = await this.waitForRelease(kind, label);
    this.releasedAt = performance.now();
    try {
      // The timers of the database client are no steps.
      const result = await flows.run(null, run);
      if (fault === "dropped") throw answerDropped();
      return result;
    } finally {
      this.releasedAt = null;
    }
  }

  private plant(strings: TemplateStringsArray): TemplateStringsArray {
    const fault = this.faults.find(({ text }) => strings.some((part) => part.includes(text)));
    if (!fault) return strings;
    const parts = strings.map((part) => part.replace(fault.text, () => fault.replacement));
    return Object.assign(parts, { raw: parts });
  }

  private gate(on: Queryable): Queryable {
    const query = <T extends readonly object[]>(
      strings: TemplateStringsArray,
      ...values: readonly unknown[]
    ): Promise<T> => this.step("statement", strings.join("?").trim(), () => on<T>(this.plant(strings), ...values));
    return Object.assign(query, {
      raw: (text: string) => on.raw(text),
      unsafe: (text: string) => this.step("statement", text, () => on.unsafe(text)),
    });
  }

  private gateAll(): Sql {
    const { pool } = this;
    const begin = async <T>(...given: [(tx: Queryable) => Promise<T>] | [string, (tx: Queryable) => Promise<T>]) => {
      const [mode, run] = given.length === 1 ? ["", given[0]] : given;
      let fault: Fault = null;
      try {
        const committed = await pool.begin(mode, async (tx) => {
          this.isInTransaction = true;
          const result = await run(this.gate(tx));
          if (this.isGated) fault = await this.waitForRelease("commit", "commit");
          return result;
        });
        if (fault === "dropped") throw answerDropped();
        return committed;
      } finally {
        this.isInTransaction = false;
      }
    };
    return Object.assign(this.gate(pool), {
      byKey: this.gate(pool.byKey),
      begin,
      end: (options?: { timeout?: number }) => pool.end(options),
      listen: pool.listen.bind(pool),
      countConnections: () => pool.countConnections(),
    });
  }

  /** Waits until the actor's process has noticed that its connections have ended. In a transaction, it does at the next statement. */
  async untilDisconnected(): Promise<void> {
    const until = performance.now() + DISCONNECT_LIMIT_MS;
    const isConnected = (): boolean => this.pool.countConnections().some(({ open }) => open > 0);
    while (!this.isInTransaction && isConnected() && performance.now() < until) await sleep(1);
  }

  end(): Promise<void> {
    return this.pool.end({ timeout: 1 });
  }
}

const answerDropped = (): DatabaseUnavailableError =>
  new DatabaseUnavailableError("the answer was dropped after the commit");

/** @param role null for the superuser of the URL; without it the server's own role */
export function openActor(url: string, name: string, role?: null): Actor {
  const limits = { queryTimeoutMs: MAX_STATEMENT_MS, statementTimeoutMs: MAX_STATEMENT_MS };
  const options = { ...limits, max: 1, applicationName: `actor ${name}` };
  return new Actor(name, openPool(url, role === null ? { ...options, role } : options));
}

const timersPromises = createRequire(import.meta.url)("node:timers/promises") as {
  setTimeout: typeof realPause;
};

/**
 * Gives the code of actors their own time, until the returned function is called: `new Date()` and `Date.now()` follow the
 * actor's clock, a pause is a step, and an interval fires when the scheduler lets it. Code outside of actors has real time.
 */
export function giveActorsTheirTime(): () => void {
  const real = { Date, setInterval, clearInterval, pause: timersPromises.setTimeout };
  const readMs = (): number => findFlow()?.actor.nowMs() ?? real.Date.now();

  globalThis.Date = new Proxy(real.Date, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [readMs()] : given, newTarget) as object,
    get: (target, name, receiver): unknown => (name === "now" ? readMs : Reflect.get(target, name, receiver)),
  });

  const findActor = () => {
    const actor = findFlow()?.actor;
    return actor?.isGated && actor.hasOtherSteps ? actor : null;
  };
  timersPromises.setTimeout = (async (ms = 1, value?: unknown, options = {}) => {
    const actor = findActor();
    if (!actor) return real.pause(ms, value, options);
    await actor.pause(ms, options);
    return value;
  }) as typeof timersPromises.setTimeout;
  syncBuiltinESMExports();

  /** The actors' own timers, by the handles that their code has. */
  const timers = new WeakMap<object, () => void>();
  globalThis.setInterval = ((work: () => void, ms = 1, ...given: []) => {
    const actor = findActor();
    if (!actor) return real.setInterval(work, ms, ...given);
    const timer: BackgroundTimer = actor.repeat(ms, work);
    timers.set(timer, () => actor.timers.delete(timer));
    return timer;
  }) as unknown as typeof setInterval;
  globalThis.clearInterval = ((handle: NodeJS.Timeout | undefined) => {
    const stop = handle === undefined ? undefined : timers.get(handle);
    if (stop) stop();
    else real.clearInterval(handle);
  }) as typeof clearInterval;

  return () => {
    globalThis.Date = real.Date;
    globalThis.setInterval = real.setInterval;
    globalThis.clearInterval = real.clearInterval;
    timersPromises.setTimeout = real.pause;
    syncBuiltinESMExports();
  };
}
