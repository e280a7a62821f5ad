import { cents, parseCents } from "@wazi/domain";
import { openDoor } from "../../apps/server/src/ledger/door/post.ts";
import { createAnnouncer } from "../../apps/server/src/platform/hints/announcer.ts";
import { createDatabaseHints } from "../../apps/server/src/platform/hints/hint-channel.ts";
import { openPool, type Queryable, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import { findRate } from "../../apps/server/src/deposits/requests/store.ts";
import { toTokens } from "../../apps/server/src/deposits/chains/token-transfers.ts";
import { createTronChain, parseTronAddress } from "../../apps/server/src/deposits/chains/tron-chain.ts";
import { runRound } from "../../apps/server/src/deposits/chains/watch-deposits.ts";
import { writeSync } from "node:fs";
import type { ChainReader } from "../../apps/server/src/deposits/chains/chain-reader.ts";
import type { KillMode } from "./payout-kills.ts";

const NAME_LENGTH = 60;
const STDOUT = 1;

const die = (): boolean => process.kill(process.pid, "SIGKILL");

/** When a process kills itself. */
interface KillMoment {
  /** The await; later than its last one to live. */
  at: number;
  mode: KillMode;
  /** After the beginning of an await that is killed while it runs. */
  duringMs: number;
}

/** Counts the awaits of its own process, and ends the process with SIGKILL before, during or after one of them. */
class KillSwitch {
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
function makeMortalSql(sql: Sql, kills: KillSwitch): Sql {
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
function makeMortalReader(reader: ChainReader, kills: KillSwitch): ChainReader {
  return {
    ...reader,
    readTip: () => kills.pass("tip", () => reader.readTip()),
    readHash: (height) => kills.pass("hash", () => reader.readHash(height)),
    readBlock: (height) => kills.pass("block", () => reader.readBlock(height)),
    readPending: () => kills.pass("pending", () => reader.readPending()),
  };
}

/** The input of the process, as JSON. */
export interface WatcherTask {
  database: string;
  node: string;
  contract: string;
  confirmations: number;
  kill: KillMoment;
}

/** Reads the chain on Tron and credits its payments until nothing is left to do, in a process of its own. */
async function watch({ database, node, contract, confirmations, kill }: WatcherTask): Promise<void> {
  const pool = openPool(database, { max: 4, role: null });
  const kills = new KillSwitch(kill);
  const sql = makeMortalSql(pool, kills);
  // Hints are sent by timers, and a lost one only delays a screen.
  const hints = createDatabaseHints(pool);
  const deps = {
    sql,
    door: openDoor(sql, hints),
    now: () => new Date(),
    mode: "automatic" as const,
    dustBelow: cents(1n),
    isTest: true,
    log: { info: () => undefined, warn: () => undefined },
    announcer: createAnnouncer(hints),
    findRate: (currency: string) => findRate(sql, currency, new Date(0)),
  };
  const reader = createTronChain(node, toTokens({ USDT: parseTronAddress(contract) }));
  const chain = {
    reader: makeMortalReader(reader, kills),
    steps: [{ from: parseCents("0"), confirmations }],
    everyMs: 1,
  };
  while ((await runRound(deps, chain)).isBehind);
  await pool.end();
}

await watch(JSON.parse(process.argv[2] ?? "{}") as WatcherTask);
