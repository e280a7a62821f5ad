import type { Queryable } from "../../platform/db/pool.ts";

export type AccountLinkKind = "verify-email" | "reset-password" | "change-email";

export interface AccountLink {
  id: string;
  userId: string;
  kind: AccountLinkKind;
  /** The account's address when the link was made. */
  email: string;
  /** Only for a change of address. */
  newEmail: string | null;
}

interface NewAccountLink extends AccountLink {
  createdAt: Date;
  expiresAt: Date;
}

export async function insertAccountLink(tx: Queryable, link: NewAccountLink): Promise<void> {
  await tx`
    insert into account_links (id, user_id, kind, email, new_email, created_at, expires_at)
    values (${link.id}, ${link.userId}, ${link.kind}, ${link.email}, ${link.newEmail}, ${link.createdAt}, ${link.expiresAt})`;
}

/** Finds a link that can still be used: not used, not ended, and the account has the address that it was made for. */
export async function findUsableLink(
  tx: Queryable,
  id: string,
  kind: AccountLinkKind,
  now: Date,
): Promise<AccountLink | undefined> {
  const rows = await tx<AccountLink[]>`
    select l.id, l.user_id as "userId", l.kind, l.email, l.new_email as "newEmail"
    from account_links l join users u on u.id = l.user_id
    where l.id = ${id} and l.kind = ${kind} and l.used_at is null and l.expires_at > ${now}
      and u.deleted_at is null and lower(u.email) = lower(l.email)`;
  return rows[0];
}

/** Marks a link as used. @returns false when it was used at the same moment */
export async function takeLink(tx: Queryable, id: string, now: Date): Promise<boolean> {
  const rows = await tx`update account_links set used_at = ${now} where id = ${id} and used_at is null returning 1`;
  return rows.length > 0;
}

/** Ends the user's other links of a kind. */
export async function endLinks(tx: Queryable, userId: string, kind: AccountLinkKind): Promise<void> {
  await tx`delete from account_links where user_id = ${userId} and kind = ${kind} and used_at is null`;
}

/** The new address that waits to be confirmed; null without one. */
export async function findPendingEmail(tx: Queryable, userId: string, now: Date): Promise<string | null> {
  const rows = await tx<{ newEmail: string }[]>`
    select new_email as "newEmail" from account_links
    where user_id = ${userId} and kind = 'change-email' and used_at is null and expires_at > ${now}
    order by created_at desc limit 1`;
  return rows[0]?.newEmail ?? null;
}
