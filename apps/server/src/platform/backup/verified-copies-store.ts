import type { Queryable } from "../db/pool.ts";

export type CopyKind = "backup" | "archive" | "drill";

export interface VerifiedCopy {
  kind: CopyKind;
  /** The newest verified copy has everything until then; null before the first success. */
  completeUntil: Date | null;
  verifiedAt: Date | null;
  /** When the last attempt failed; null when it succeeded. */
  failedAt: Date | null;
}

export async function saveVerifiedCopy(sql: Queryable, kind: CopyKind, completeUntil: Date): Promise<void> {
  await sql`
    insert into verified_copies as c (kind, complete_until, verified_at) values (${kind}, ${completeUntil}, now())
    on conflict (kind) do update
    set complete_until = excluded.complete_until, verified_at = excluded.verified_at, failed_at = null`;
}

/** Records an attempt that failed. What was verified before stays. */
export async function saveFailedCopy(sql: Queryable, kind: CopyKind): Promise<void> {
  await sql`
    insert into verified_copies as c (kind, failed_at) values (${kind}, now())
    on conflict (kind) do update set failed_at = excluded.failed_at`;
}

export function listVerifiedCopies(sql: Queryable): Promise<VerifiedCopy[]> {
  return sql<VerifiedCopy[]>`
    select kind, complete_until as "completeUntil", verified_at as "verifiedAt", failed_at as "failedAt"
    from verified_copies order by kind`;
}
