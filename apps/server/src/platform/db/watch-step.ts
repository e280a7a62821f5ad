import type { Sql } from "./pool.ts";

/** A step that takes longer than this is mentioned, and then again as often. */
const MENTIONED_AFTER_MS = 5_000;
const MS_PER_SECOND = 1_000;

export interface ProgressLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export const silentProgress: ProgressLog = { info: () => undefined, warn: () => undefined };

interface Blocker {
  pid: number;
  program: string;
  state: string;
  seconds: number;
}

/**
 * Runs a step of a migration. While it takes long, the log says that it is still running, or which connection holds the
 * lock that it waits for.
 */
export async function watchStep(
  { observer, log, everyMs = MENTIONED_AFTER_MS }: { observer: Sql; log: ProgressLog; everyMs?: number },
  step: string,
  run: () => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  const seconds = (): number => Math.round((performance.now() - startedAt) / MS_PER_SECOND);
  const mention = async (): Promise<void> => {
    const [blocker] = await findBlockers(observer);
    if (blocker)
      log.warn({ step, seconds: seconds(), blocker }, "migrating waits for a lock that another connection holds");
    else log.info({ step, seconds: seconds() }, "migrating; do not stop this process");
  };
  const timer = setInterval(() => void mention().catch(() => undefined), everyMs);
  try {
    await run();
  } finally {
    clearInterval(timer);
  }
  log.info({ step, ms: Math.round(performance.now() - startedAt) }, "migrated");
}

/** The connections that the migration of this database waits for. */
function findBlockers(observer: Sql): Promise<Blocker[]> {
  return observer<Blocker[]>`
    select b.pid, coalesce(nullif(b.application_name, ''), 'unnamed') as program, coalesce(b.state, 'unknown') as state,
      round(extract(epoch from clock_timestamp() - coalesce(b.xact_start, b.backend_start)))::int as seconds
    from pg_stat_activity m cross join lateral unnest(pg_blocking_pids(m.pid)) as blocking (pid)
    join pg_stat_activity b on b.pid = blocking.pid
    where m.datname = current_database() and m.application_name = 'wazi migrate' and b.pid <> pg_backend_pid()
    order by seconds desc`;
}
