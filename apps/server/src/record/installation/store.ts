import type { Queryable } from "../../platform/db/pool.ts";

export type Mode = "demo" | "live";

/** Records the mode at the first start, and returns the recorded mode. Two processes may run it at once. */
export async function recordMode(sql: Queryable, mode: Mode): Promise<Mode> {
  await sql`update system_settings set mode = ${mode} where mode is null`;
  const [kept] = await sql<{ mode: Mode }[]>`select mode from system_settings`;
  return kept?.mode ?? mode;
}
