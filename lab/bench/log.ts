import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openOwnSigner } from "../../tests/harness/log-key.ts";
import { integrateLeaves } from "../../apps/server/src/proofs/log/run-log.ts";
import { signCheckpoint } from "../../apps/server/src/proofs/log/sign-checkpoint.ts";
import type { Sql } from "../../apps/server/src/platform/db/pool.ts";
import { withDatabase } from "./serving/with-database.ts";

/** Leaves of a trade's size that wait, are given their places, hashed, stored and signed. */
const LEAVES = 40_000;
const FLOOR = 3_000;

async function measure(sql: Sql): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), "wazi-bench-log-"));
  try {
    const signer = await openOwnSigner(sql, { dataDir });
    await sql`
      select append_log_leaf('trade', 'bench', jsonb_build_object('n', n, 'text', repeat('x', 900)))
      from generate_series(1, ${LEAVES}::int) n`;
    const started = performance.now();
    let done = 0;
    for (let count = -1; count !== 0; done += count) {
      count = await integrateLeaves(sql);
      await signCheckpoint(sql, signer, (note) => Promise.resolve(note));
    }
    return (done / (performance.now() - started)) * 1_000;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const VALUE = await withDatabase(({ sql }) => measure(sql));
const result = { name: "log", value: Math.round(VALUE), unit: "leaves/s", floor: FLOOR, ratio: VALUE / FLOOR };
process.stdout.write(
  process.argv.includes("--json")
    ? `${JSON.stringify(result)}\n`
    : `${result.value} leaves/s integrated and signed (at least ${FLOOR})\n`,
);
