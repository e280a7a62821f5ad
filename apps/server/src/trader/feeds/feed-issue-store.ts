import type { Queryable } from "../../db/pool.ts";

/** A trouble of a feed is said again after this many minutes. */
const SAY_AGAIN_MINUTES = 10;

/** Counts what was wrong with feeds; those that are new, or were last said some time ago. */
export async function saveFeedIssues<T extends { feed: string; symbol: string; kind: string; message: string }>(
  sql: Queryable,
  troubles: readonly T[],
): Promise<T[]> {
  const latest = new Map(troubles.map((trouble) => [`${trouble.feed} ${trouble.symbol} ${trouble.kind}`, trouble]));
  const rows = [...latest.values()];
  const said = await sql<{ feed: string; symbol: string; kind: string }[]>`
    with before as (
      select feed, symbol, kind, last_at from feed_troubles
    ), saved as (
      insert into feed_troubles as f (feed, symbol, kind, message)
      select * from unnest(${rows.map(({ feed }) => feed)}::text[], ${rows.map(({ symbol }) => symbol)}::text[],
        ${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ message }) => message)}::text[])
      on conflict (feed, symbol, kind) do update
        set message = excluded.message, happened = f.happened + 1, last_at = clock_timestamp()
      returning feed, symbol, kind
    )
    select s.feed, s.symbol, s.kind from saved s left join before b using (feed, symbol, kind)
    where b.last_at is null or b.last_at < clock_timestamp() - make_interval(mins => ${SAY_AGAIN_MINUTES})`;
  return rows.filter((row) =>
    said.some(({ feed, symbol, kind }) => feed === row.feed && symbol === row.symbol && kind === row.kind),
  );
}
