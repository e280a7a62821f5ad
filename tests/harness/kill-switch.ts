import { writeSync } from "node:fs";
import type { Queryable, Sql } from "../../apps/server/src/platform/db/pool.ts";
import type { ChainReader } from "../../apps/server/src/deposits/chains/chain-reader.ts";
import type { KillMode } from "./payout-kills.ts";

const NAME_LENGTH = 60;
const STDOUT = 1;

const die = (): boolean => process.kill(process.pid, "SIGKILL");

/** When a process kills itself. */
export interface KillMoment {
  /** The await; later than its last one to live. */
  at: number;
  mode: KillMode;
  /** After the beginning of an await that is killed while it runs. */
  duringMs: number;
}

/** Counts the awaits of its own process, and ends the process with SIGKILL before, during or after one of them. */
export class KillSwitch {
  passed = 0;
  readonly moment: KillMoment;
  constructor(moment: KillMoment) {
    this.moment = moment;
  }

  /** Begins an await. What it returns ends it. */
  enter(name: string): () => void {
    this.passed += 1;
    const { at, mode, duringMs } = this.moment;
    if (this.passed !== at) return () => undefined;
    // Written at once, because the process does not live long enough to flush a stream.
    writeSync(STDOUT, name);
    if (mode === "before-call") die();
    if (mode === "during-call") setTimeout(die, duringMs);
    return die;
  }

  async pass<T>(name: string, call: () => Promise<T>): Promise<T> {
    const leave = this.enter(name);
    try {
      return await call();
    } finally {
      leave();
    }
  }
}

/** The same pool, each statement and each commit of which can be the last. */
export function makeMortalSql(sql: Sql, kills: KillSwitch): Sql {
  const begin = async <T>(...given: [(tx: Queryable) => Promise<T>] | [string, (tx: Queryable) => Promise<T>]) => {
    const [mode, run] = given.length === 1 ? ["", given[0]] : given;
    let leave: (() => void) | undefined;
    const result = await sql.begin(mode, async (tx) => {
      const made = await run(makeMortalQueryable(tx, kills));
      leave = kills.enter("commit");
      return made;
    });
    leave?.();
    return result;
  };
  return Object.assign(makeMortalQueryable(sql, kills), { byKey: makeMortalQueryable(sql.byKey, kills), begin });
}

function makeMortalQueryable<Q extends Queryable>(queryable: Q, kills: KillSwitch): Q {
  const run = ((strings: TemplateStringsArray, ...values: readonly unknown[]) => {
    const name = strings.join(" ").trim().replace(/\s+/g, " ").slice(0, NAME_LENGTH);
    return kills.pass(name, () => queryable(strings, ...values));
  }) as unknown as Q;
  return Object.assign(run, queryable);
}

/** The same chain, each question to which can be the last. */
export function makeMortalReader(reader: ChainReader, kills: KillSwitch): ChainReader {
  return {
    ...reader,
    readTip: () => kills.pass("tip", () => reader.readTip()),
    readHash: (height) => kills.pass("hash", () => reader.readHash(height)),
    readBlock: (height) => kills.pass("block", () => reader.readBlock(height)),
    readPending: () => kills.pass("pending", () => reader.readPending()),
  };
}
