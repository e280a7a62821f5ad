import type { Queryable, Tx } from "../../platform/db/pool.ts";

export type Mode = "demo" | "live";

/** Records the mode at the first start, and returns the recorded mode. Two processes may run it at once. */
export async function recordMode(sql: Queryable, mode: Mode): Promise<Mode> {
  await sql`update system_settings set mode = ${mode} where mode is null`;
  const [kept] = await sql<{ mode: Mode }[]>`select mode from system_settings`;
  return kept?.mode ?? mode;
}

/** Processes that start at the same time take turns. */
export async function lockFingerprints(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('setting-fingerprints', 0))`;
}

/** Returns the installation's key; makes it the first time. */
export async function ensureFingerprintKey(tx: Tx, make: () => Buffer): Promise<Buffer> {
  const [row] = await tx<{ key: Buffer }[]>`
    update system_settings set fingerprint_key = coalesce(fingerprint_key, ${make()}::bytea)
    returning fingerprint_key as key`;
  if (!row) throw new Error("no system settings");
  return row.key;
}

/** The fingerprints of the last start of a role, by name. */
export async function readFingerprints(tx: Tx, role: string): Promise<Record<string, string>> {
  const rows = await tx<{ name: string; fingerprint: string }[]>`
    select name, fingerprint from setting_fingerprints where role = ${role}`;
  return Object.fromEntries(rows.map(({ name, fingerprint }) => [name, fingerprint]));
}

export async function replaceFingerprints(
  tx: Tx,
  role: string,
  fingerprints: Readonly<Record<string, string>>,
): Promise<void> {
  await tx`delete from setting_fingerprints where role = ${role}`;
  await tx`
    insert into setting_fingerprints (role, name, fingerprint)
    select ${role}, key, value from jsonb_each_text(${JSON.stringify(fingerprints)}::text::jsonb)`;
}
