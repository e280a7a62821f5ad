import { part, type Part, type Queryable } from "../../platform/db/pool.ts";
import type { SessionUser } from "../../platform/http/session-user.ts";

export interface Credentials {
  id: string;
  hasSecondFactor: boolean;
  hashedPassword: string;
}

export interface NewUser {
  email: string;
  hashedPassword: string;
  firstName: string;
  lastName: string;
  phone: string;
  country: string;
  /** YYYY-MM-DD; null for the administrator created at the first start. */
  birthday: string | null;
  preferredMarket: string | null;
  riskTolerance: string | null;
  marketingOptIn: boolean;
  referralCode: string;
  isAdmin: boolean;
  createdAt: Date;
}

/** Makes those who want an address take turns, so that each sees what the one before did. Take several in one call. */
export async function lockEmails(tx: Queryable, ...emails: string[]): Promise<void> {
  await tx`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('email ' || lower(e), 0) as key from unnest(${emails}::text[]) e order by key
    ) keys`;
}

/** SQL: true for an address that another user's change gave up and can still take back, or has confirmed and waits for. */
const isReserved = (email: string, userId: string | null, now: Date): Part => part`exists (
  select from account_links l where l.kind = 'change-email' and l.user_id is distinct from ${userId}::uuid and l.expires_at > ${now}
    and lower(${email}) = lower(case when l.applied_at is not null then l.email when l.used_at is not null then l.new_email end)
)`;

/** Returns the new user's id, or undefined when the e-mail address is taken. */
export async function insertUser(tx: Queryable, user: NewUser): Promise<string | undefined> {
  await lockEmails(tx, user.email);
  const rows = await tx<{ id: string }[]>`
    insert into users (
      email, hashed_password, first_name, last_name, phone, country, birthday, preferred_market, risk_tolerance,
      marketing_opt_in, referral_code, is_admin, created_at, updated_at
    )
    select ${user.email}, ${user.hashedPassword}, ${user.firstName}, ${user.lastName}, ${user.phone}, ${user.country},
      ${user.birthday}::date, ${user.preferredMarket}, ${user.riskTolerance}, ${user.marketingOptIn}, ${user.referralCode},
      ${user.isAdmin}, ${user.createdAt}, ${user.createdAt}
    where not ${isReserved(user.email, null, user.createdAt)}
    on conflict (lower(email)) do nothing
    returning id`;
  return rows[0]?.id;
}

/** Opens the ledger accounts that every user has. Call it in the transaction that inserts the user. */
export async function openUserAccounts(tx: Queryable, userId: string): Promise<void> {
  await tx`select open_user_accounts(${userId}::uuid)`;
}

export async function findCredentials(tx: Queryable, email: string): Promise<Credentials | undefined> {
  const rows = await tx<Credentials[]>`
    select id, hashed_password as "hashedPassword", has_second_factor as "hasSecondFactor"
    from users where lower(email) = lower(${email}) and deleted_at is null`;
  return rows[0];
}

/** Finds the account of an e-mail address, as it is written there. */
export async function findMailAddress(
  tx: Queryable,
  email: string,
): Promise<{ id: string; email: string } | undefined> {
  const rows = await tx<{ id: string; email: string }[]>`
    select id, email from users where lower(email) = lower(${email}) and deleted_at is null`;
  return rows[0];
}

export async function findPasswordHash(tx: Queryable, userId: string): Promise<string | undefined> {
  const rows = await tx<{ hash: string }[]>`
    select hashed_password as hash from users where id = ${userId} and deleted_at is null`;
  return rows[0]?.hash;
}

export async function findAdministratorId(tx: Queryable, email: string): Promise<string | undefined> {
  const rows = await tx<{ id: string }[]>`
    select id from users where lower(email) = lower(${email}) and is_admin and deleted_at is null`;
  return rows[0]?.id;
}

/** Sets a new password and ends a freeze. */
export async function replacePassword(tx: Queryable, userId: string, hash: string, now: Date): Promise<void> {
  await tx`
    update users set hashed_password = ${hash}, frozen_at = null, updated_at = ${now} where id = ${userId}`;
}

export async function hasAdmin(tx: Queryable): Promise<boolean> {
  const rows = await tx`select 1 from users where is_admin and deleted_at is null limit 1`;
  return rows.length > 0;
}

/** Takes a lock until the transaction ends, so that only one process at a time creates the first administrator. */
export async function lockFirstAdmin(tx: Queryable): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('wazi: first administrator'))`;
}

export async function findUser(tx: Queryable, userId: string): Promise<SessionUser | undefined> {
  const rows = await tx<SessionUser[]>`
    select id, email, first_name as "firstName", last_name as "lastName", phone, country, is_admin as "isAdmin",
      case when is_admin then admin_role end as "adminRole", is_active as "isActive", kyc_status as "kycStatus",
      created_at as "createdAt", has_second_factor as "hasSecondFactor", deactivation_reason as "deactivationReason",
      email_verified_at is not null as "isEmailVerified", terms_version as "termsVersion"
    from users where id = ${userId} and deleted_at is null`;
  return rows[0];
}

/** Records the sign-in time, and replaces a hash with weaker parameters by `strongerHash`. */
export async function recordSignIn(
  tx: Queryable,
  userId: string,
  now: Date,
  strongerHash: string | undefined,
): Promise<void> {
  await tx`
    update users set last_login_at = ${now}, hashed_password = coalesce(${strongerHash ?? null}, hashed_password)
    where id = ${userId}`;
}

export interface Try {
  key: Buffer;
  limit: number;
  at: Date;
  /** Older tries no longer count. */
  countedAfter: Date;
  expiresAt: Date;
}

/**
 * Counts a try under its key unless the limit is reached. One statement, so that concurrent processes cannot exceed it.
 */
export async function insertTry(tx: Queryable, attempt: Try): Promise<boolean> {
  const rows = await tx`
    insert into throttles (key, tries, expires_at)
    values (${attempt.key}, array[${attempt.at}::timestamptz], ${attempt.expiresAt})
    on conflict (key) do update
    set tries = (select coalesce(array_agg(t), '{}') from unnest(throttles.tries) t where t > ${attempt.countedAfter})
        || ${attempt.at}::timestamptz,
      expires_at = excluded.expires_at
    where (select count(*) from unnest(throttles.tries) t where t > ${attempt.countedAfter}) < ${attempt.limit}
    returning 1`;
  return rows.length > 0;
}

/** Returns the time of the oldest try that still counts. */
export async function findOldestTry(tx: Queryable, key: Buffer, countedAfter: Date): Promise<Date | undefined> {
  const rows = await tx<{ at: Date | null }[]>`
    select min(t) as at from throttles, unnest(tries) t where key = ${key} and t > ${countedAfter}`;
  return rows[0]?.at ?? undefined;
}

/** Removes one try that turned out not to be wrong. */
export async function deleteTry(tx: Queryable, key: Buffer, at: Date): Promise<void> {
  await tx`
    update throttles
    set tries = tries[:array_position(tries, ${at}::timestamptz) - 1] || tries[array_position(tries, ${at}::timestamptz) + 1:]
    where key = ${key} and ${at}::timestamptz = any(tries)`;
}

export async function deleteTries(tx: Queryable, key: Buffer): Promise<void> {
  await tx`delete from throttles where key = ${key}`;
}

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
  dueAt: Date | null;
  createdAt: Date;
  expiresAt: Date;
}

export async function insertAccountLink(tx: Queryable, link: NewAccountLink): Promise<void> {
  await tx`
    insert into account_links (id, user_id, kind, email, new_email, due_at, created_at, expires_at)
    values (${link.id}, ${link.userId}, ${link.kind}, ${link.email}, ${link.newEmail}, ${link.dueAt}, ${link.createdAt},
      ${link.expiresAt})`;
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

/** Ends the user's links of some kinds. An applied change of address stays for as long as it can be undone. */
export async function endLinks(tx: Queryable, userId: string, ...kinds: AccountLinkKind[]): Promise<void> {
  await tx`delete from account_links where user_id = ${userId} and kind = any(${kinds}::text[]) and applied_at is null`;
}

/** True if another account has an address, or may still take it. The answer holds while `lockEmails` holds the lock. */
export async function isEmailTaken(tx: Queryable, email: string, userId: string, now: Date): Promise<boolean> {
  const rows = await tx`
    select 1 from users where lower(email) = lower(${email}) and id <> ${userId} union all
    select 1 where ${isReserved(email, userId, now)}`;
  return rows.length > 0;
}

/** A change of address that has not been applied. */
export interface EmailChange extends AccountLink {
  newEmail: string;
  /** When the new address confirmed it. */
  usedAt: Date | null;
  /** When it happens at the latest, once that is so. */
  dueAt: Date;
}

const EMAIL_CHANGE = `id, user_id as "userId", kind, email, new_email as "newEmail", used_at as "usedAt", due_at as "dueAt"`;

/** The user's change of address that waits; null without one. */
export async function findPendingEmail(tx: Queryable, userId: string, now: Date): Promise<EmailChange | null> {
  const rows = await tx<EmailChange[]>`
    select ${tx.raw(EMAIL_CHANGE)} from account_links
    where user_id = ${userId} and kind = 'change-email' and applied_at is null and due_at is not null and expires_at > ${now}
    order by created_at desc limit 1`;
  return rows[0] ?? null;
}

/** Finds a change of address that a link names, whatever has happened to it. */
export async function findEmailChange(
  tx: Queryable,
  id: string,
  now: Date,
): Promise<(EmailChange & { createdAt: Date; appliedAt: Date | null }) | null> {
  const rows = await tx<(EmailChange & { createdAt: Date; appliedAt: Date | null })[]>`
    select ${tx.raw(EMAIL_CHANGE)}, created_at as "createdAt", applied_at as "appliedAt" from account_links
    where id = ${id} and kind = 'change-email' and due_at is not null and expires_at > ${now}`;
  return rows[0] ?? null;
}

/** Lists changes of address that nothing stops any more. */
export function listDueEmailChanges(sql: Queryable, now: Date): Promise<EmailChange[]> {
  return sql<EmailChange[]>`
    select ${sql.raw(EMAIL_CHANGE)} from account_links
    where kind = 'change-email' and applied_at is null and used_at is not null and due_at <= ${now} and expires_at > ${now}
    order by due_at limit 100`;
}

/**
 * Records that one of the two addresses agrees to a change.
 * @returns the change as it is now; undefined if the link was used before, or the change has ended
 */
export async function agreeToEmailChange(
  tx: Queryable,
  id: string,
  side: "new" | "old",
  now: Date,
  keptUntil: Date,
): Promise<EmailChange | undefined> {
  const isNew = side === "new";
  const rows = await tx<EmailChange[]>`
    update account_links set used_at = case when ${isNew} then ${now} else used_at end, expires_at = ${keptUntil},
      due_at = case when ${isNew} then due_at else ${now} end
    where id = ${id} and applied_at is null and case when ${isNew} then used_at is null else due_at > ${now} end
    returning ${tx.raw(EMAIL_CHANGE)}`;
  return rows[0];
}

/** @returns false if it has been applied or has ended */
export async function markEmailChangeApplied(tx: Queryable, id: string, now: Date, undoUntil: Date): Promise<boolean> {
  const rows = await tx`
    update account_links set applied_at = ${now}, expires_at = ${undoUntil}
    where id = ${id} and applied_at is null and used_at is not null and due_at <= ${now} returning 1`;
  return rows.length > 0;
}

/** Forgets a change of address and every later one of its user, so that the links in their mails do nothing any more. */
export async function deleteEmailChangesFrom(tx: Queryable, userId: string, since: Date): Promise<void> {
  await tx`
    delete from account_links where user_id = ${userId} and kind = 'change-email' and (created_at >= ${since} or applied_at is null)`;
}

export async function hasChangedFactorsSince(tx: Queryable, userId: string, since: Date): Promise<boolean> {
  const rows = await tx`
    select from security_events where user_id = ${userId} and kind = 'factor-changed' and happened_at > ${since} limit 1`;
  return rows.length > 0;
}

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
