import type { Queryable } from "../../db/pool.ts";

export type Mode = "demo" | "live";

/** The mode that the installation first ran in: the one given, if it never ran; also when two processes start at once. */
export async function recordMode(sql: Queryable, mode: Mode): Promise<Mode> {
  await sql`update system_settings set mode = ${mode} where mode is null`;
  const [kept] = await sql<{ mode: Mode }[]>`select mode from system_settings`;
  return kept?.mode ?? mode;
}
