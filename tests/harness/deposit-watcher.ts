import { parseCents } from "@wazi/domain";
import { openDoor } from "../../apps/server/src/ledger/door/post.ts";
import { createAnnouncer } from "../../apps/server/src/platform/hints/announcer.ts";
import { createDatabaseHints } from "../../apps/server/src/platform/hints/hint-channel.ts";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { findRate } from "../../apps/server/src/deposits/requests/store.ts";
import { toTokens } from "../../apps/server/src/deposits/chains/token-transfers.ts";
import { createTronChain, parseTronAddress } from "../../apps/server/src/deposits/chains/tron-chain.ts";
import { runRound } from "../../apps/server/src/deposits/chains/watch-deposits.ts";
import { KillSwitch, makeMortalReader, makeMortalSql, type KillMoment } from "./kill-switch.ts";

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
