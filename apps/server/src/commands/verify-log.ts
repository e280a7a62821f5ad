import { existsSync } from "node:fs";
import { join } from "node:path";
import { checkDatabase, type DatabaseCheck } from "../proofs/log/check-database.ts";
import { CHECKPOINT_FILE } from "../proofs/log/log-signer.ts";
import { openCommandDatabase } from "../platform/db/embedded/open-database.ts";
import { openPool } from "../platform/db/pool.ts";
import { readGivenFile } from "../platform/process/read-given-file.ts";
import { readOptions, reportFailure } from "../platform/process/command-line.ts";
import { toOwnerUrl } from "../platform/settings/database-settings.ts";
import { readSettings } from "../start/settings/settings.ts";

const DIFFERS = 1;
const COULD_NOT_RUN = 2;

function formatReport({ signed, leaves, auditEntries, erased, renewals, problems }: DatabaseCheck): string {
  return [
    `${signed} signed leaves of ${leaves}, ${auditEntries} audit entries, ${erased} of them erased with a deleted account`,
    ...renewals.map((renewal) => `NOTE   ${renewal}`),
    ...problems.map((problem) => `WRONG  ${problem}`),
    problems.length === 0
      ? "Verified: the database agrees with its log."
      : `Not verified: ${problems.length} problems.`,
  ].join("\n");
}

/** The checkpoint of a file, else the one that the data folder keeps; null without either. */
function readCheckpoint(file: string | undefined, dataDir: string): string | null {
  const path = file ?? join(dataDir, CHECKPOINT_FILE);
  if (file === undefined && !existsSync(path)) return null;
  return readGivenFile(path, "checkpoint").toString("utf8");
}

async function main(): Promise<number> {
  const { checkpoint: file } = readOptions({ options: { checkpoint: { type: "string" } } }).values;
  const settings = readSettings(process.env);
  const checkpoint = readCheckpoint(file, settings.dataDir);
  const database = await openCommandDatabase(toOwnerUrl(settings), settings.dataDir);
  const sql = openPool(database.url, { max: 1, role: null, applicationName: "wazi verify", queryTimeoutMs: 0 });
  try {
    const result = await checkDatabase(sql, checkpoint);
    process.stdout.write(`${formatReport(result)}\n`);
    return result.problems.length === 0 ? 0 : DIFFERS;
  } finally {
    await sql.end({ timeout: 1 });
    await database.close();
  }
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => reportFailure(error, COULD_NOT_RUN),
);
