import type { Queryable } from "../../platform/db/pool.ts";

/** A try that is to be counted. No key comes twice in a batch. */
export interface BatchedTry {
  key: Buffer;
  at: Date;
}

/**
 * Counts a try of each key in one statement, unless `limit` tries are already in the window before it. The commit does not
 * wait for the disk: a crash of the database forgets the tries of its last second.
 * @returns for each try whether it was counted
 */
export async function insertTries(
  sql: Queryable,
  tries: readonly BatchedTry[],
  { limit, windowMs }: { limit: number; windowMs: number },
): Promise<boolean[]> {
  const rows = await sql<{ key: string }[]>`
    with commit_mode as materialized (select set_config('synchronous_commit', 'off', true)),
    rule as (select ${limit}::integer as most, make_interval(secs => ${windowMs / 1_000}::float8) as span)
    insert into throttles as t (key, tries, expires_at)
    select a.key, array[a.at], a.at + r.span
    from unnest(${tries.map(({ key }) => key)}::bytea[], ${tries.map(({ at }) => at)}::timestamptz[]) a (key, at), rule r, commit_mode
    order by a.key
    on conflict (key) do update
      set tries = (
          select coalesce(array_agg(one), '{}') from unnest(t.tries) one, rule r where one > excluded.tries[1] - r.span
        ) || excluded.tries,
        expires_at = excluded.expires_at
      where (select count(*) from unnest(t.tries) one, rule r where one > excluded.tries[1] - r.span) < (select most from rule)
    returning encode(key, 'hex') as key`;
  const counted = new Set(rows.map(({ key }) => key));
  return tries.map(({ key }) => counted.has(key.toString("hex")));
}
