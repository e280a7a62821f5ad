import { createHmac, randomBytes } from "node:crypto";
import type { Sql } from "../../platform/db/pool.ts";
import { insertAuditEvent } from "../audit/store.ts";
import { ensureFingerprintKey, lockFingerprints, readFingerprints, replaceFingerprints } from "./store.ts";

const KEY_BYTES = 32;

/** A setting or a deposit key as it is in force; the value is null when it is not set. */
export interface NamedValue {
  name: string;
  value: string | null;
}

/**
 * Records at a start which settings and deposit keys differ from the last start of a process with this role. The audit log
 * gets the fingerprints before and after (HMAC-SHA256 with a key of this installation), never a value.
 * @returns the names that differ; all of them at the first start
 */
export function recordSettings(sql: Sql, role: string, values: readonly NamedValue[]): Promise<string[]> {
  return sql.begin(async (tx) => {
    await lockFingerprints(tx);
    const key = await ensureFingerprintKey(tx, () => randomBytes(KEY_BYTES));
    const before = await readFingerprints(tx, role);
    const after = Object.fromEntries(values.map((each) => [each.name, computeFingerprint(key, each)]));
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const changed = names.filter((name) => before[name] !== after[name]).sort();
    if (changed.length === 0) return changed;
    await replaceFingerprints(tx, role, after);
    await insertAuditEvent(tx, {
      actorId: null,
      action: "settings.start",
      subjectType: "installation",
      subjectId: role,
      before: pick(before, changed),
      after: { ...pick(after, changed), changed },
      address: null,
    });
    return changed;
  });
}

function computeFingerprint(key: Buffer, { name, value }: NamedValue): string {
  return createHmac("sha256", key)
    .update(JSON.stringify([name, value]))
    .digest("hex");
}

const pick = (all: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
