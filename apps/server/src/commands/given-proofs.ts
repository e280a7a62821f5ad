import { parseKey } from "@wazi/proofs";
import { readGivenFile } from "../platform/process/read-given-file.ts";
import { UsageError } from "../platform/process/command-line.ts";
import { readOwnBackupKey } from "../proofs/backups/backup-seal.ts";
import type { Given } from "../proofs/backups/judge-backup.ts";

/** The options of commands that compare with keys and checkpoints from another place. */
export const givenOptions = {
  key: { type: "string", multiple: true },
  checkpoint: { type: "string" },
  witness: { type: "string" },
} as const;

/** @throws UsageError for a key that is none · StartError for a file that cannot be read */
export function readGiven(values: {
  key?: string[] | undefined;
  checkpoint?: string | undefined;
  witness?: string | undefined;
}): Given {
  const { key: keys = [], checkpoint, witness } = values;
  for (const [option, key] of [...keys.map((each) => ["--key", each]), ...(witness ? [["--witness", witness]] : [])])
    refuseOther(option ?? "", key ?? "");
  const kept = checkpoint === undefined ? null : readGivenFile(checkpoint, "checkpoint").toString("utf8");
  return { keys, kept, witness: witness ?? null };
}

function refuseOther(option: string, key: string): void {
  try {
    parseKey(key);
  } catch {
    throw new UsageError(`${option} needs a public key: NAME+ID+KEY, as the backup command or /log/key shows it.`);
  }
}

/** Without a given key of backups, the key of this machine counts: it is in no backup. */
export function withOwnKeys(given: Given, settings: Parameters<typeof readOwnBackupKey>[0]): Given {
  const own = given.keys.length === 0 ? readOwnBackupKey(settings) : null;
  return own === null ? given : { ...given, keys: [own] };
}
