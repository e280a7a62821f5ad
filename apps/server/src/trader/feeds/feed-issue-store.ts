import type { Queryable } from "../../platform/db/pool.ts";

/** The same issue is reported again after this many minutes. */
const REPEAT_MINUTES = 10;

/** Counts the issues of feeds. Returns those to report: new ones, and those not reported for a while. */
export async function saveFeedIssues<T extends { feed: string; symbol: string; kind: string; message: string }>(
  sql: Queryable,
  issues: readonly T[],
): Promise<T[]> {
  const latest = new Map(issues.map((issue) => [`${issue.feed} ${issue.symbol} ${issue.kind}`, issue]));
  const rows = [...latest.values()];
  const due = await sql<{ feed: string; symbol: string; kind: string }[]>`
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
    where b.last_at is null or b.last_at < clock_timestamp() - make_interval(mins => ${REPEAT_MINUTES})`;
  return rows.filter((row) =>
    due.some(({ feed, symbol, kind }) => feed === row.feed && symbol === row.symbol && kind === row.kind),
  );
}
