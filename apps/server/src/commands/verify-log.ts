import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fromBase64, isEqual, openCheckpoint, parseKey } from "@wazi/proofs";
import { derivePublicKey } from "@wazi/proofs/witness";
import { checkDatabase, type DatabaseCheck } from "../proofs/log/check-database.ts";
import { CHECKPOINT_FILE, getLogKeyPath } from "../proofs/log/log-signer.ts";
import { readLogState } from "../record/leaves/store.ts";
import { openCommandDatabase } from "../platform/db/embedded/open-database.ts";
import { openPool, type Sql } from "../platform/db/pool.ts";
import { readGivenFile } from "../platform/process/read-given-file.ts";
import { readOptions, reportFailure } from "../platform/process/command-line.ts";
import { toOwnerUrl } from "../platform/settings/database-settings.ts";
import { readSettings, type Settings } from "../start/settings/settings.ts";

const DIFFERS = 1;
const COULD_NOT_RUN = 2;
const NOT_VERIFIED = 3;

function formatReport(
  { signed, leaves, auditEntries, erased, renewals, problems }: DatabaseCheck,
  isVerified: boolean,
): string {
  return [
    `${signed} signed leaves of ${leaves}, ${auditEntries} audit entries, ${erased} of them erased with a deleted account`,
    ...renewals.map((renewal) => `NOTE   ${renewal}`),
    ...problems.map((problem) => `WRONG  ${problem}`),
    problems.length > 0
      ? `Not verified: ${problems.length} problems.`
      : isVerified
        ? "Verified: the database agrees with its log."
        : "Consistent, not verified: the database agrees with its log, but the checkpoint and its key are its own. Give both from another place (--checkpoint FILE --key KEY).",
  ].join("\n");
}

/** True for a checkpoint that is not only the database's, signed with a key that is not only the database's. */
async function isFromElsewhere(
  sql: Sql,
  checkpoint: string | null,
  { key, settings }: { key: string | undefined; settings: Settings },
): Promise<boolean> {
  if (checkpoint === null) return false;
  const trusted = key ?? (await findOwnKey(sql, settings));
  if (trusted === null) return false;
  try {
    openCheckpoint(checkpoint, parseKey(trusted));
    return true;
  } catch {
    return false;
  }
}

/** The log's public key, if its secret one is here. */
async function findOwnKey(sql: Sql, { dataDir, logKey }: Settings): Promise<string | null> {
  const file = getLogKeyPath(dataDir);
  const secret = logKey ?? (existsSync(file) ? readFileSync(file, "utf8").trim() : undefined);
  const recorded = (await readLogState(sql))?.publicKey;
  if (secret === undefined || recorded === undefined) return null;
  return isEqual(derivePublicKey(fromBase64(secret)), parseKey(recorded).publicKey) ? recorded : null;
}

/** The checkpoint of a file, else the one that the data folder keeps; null without either. */
function readCheckpoint(file: string | undefined, dataDir: string): string | null {
  const path = file ?? join(dataDir, CHECKPOINT_FILE);
  if (file === undefined && !existsSync(path)) return null;
  return readGivenFile(path, "checkpoint").toString("utf8");
}

async function main(): Promise<number> {
  const { values } = readOptions({ options: { checkpoint: { type: "string" }, key: { type: "string" } } });
  const { checkpoint: file, key } = values;
  const settings = readSettings(process.env);
  const checkpoint = readCheckpoint(file, settings.dataDir);
  const database = await openCommandDatabase(toOwnerUrl(settings), settings.dataDir);
  const sql = openPool(database.url, { max: 1, role: null, applicationName: "wazi verify", queryTimeoutMs: 0 });
  try {
    const result = await checkDatabase(sql, checkpoint);
    const isVerified = await isFromElsewhere(sql, checkpoint, { key, settings });
    process.stdout.write(`${formatReport(result, isVerified)}\n`);
    return result.problems.length > 0 ? DIFFERS : isVerified ? 0 : NOT_VERIFIED;
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
