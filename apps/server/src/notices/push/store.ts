import type { Queryable } from "../../platform/db/pool.ts";
import type { PushTarget } from "../../platform/push/push-transport.ts";

/** More browsers of one user than this: the oldest get nothing more. */
export const MAX_SUBSCRIPTIONS_PER_USER = 10;

interface NewSubscription extends PushTarget {
  userId: string;
  sidHash: Buffer;
  serverKey: string;
  createdAt: Date;
}

/** Messages to this browser go to this user from now on, and to nobody who used it before. */
export async function saveSubscription(tx: Queryable, subscription: NewSubscription): Promise<void> {
  const { userId, sidHash, endpoint, p256dh, auth, serverKey, createdAt } = subscription;
  await tx`delete from push_subscriptions where endpoint = ${endpoint}`;
  await tx`
    insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, server_key, created_at)
    select user_id, id, ${endpoint}, ${p256dh}, ${auth}, ${serverKey}, ${createdAt}
    from sessions where sid_hash = ${sidHash} and user_id = ${userId}
    on conflict (endpoint) do nothing`;
  await tx`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${userId} order by created_at desc, id offset ${MAX_SUBSCRIPTIONS_PER_USER})`;
}

/** Binds the user's subscription of this browser to the current session. @returns false when there is none */
export async function renewSubscription(
  sql: Queryable,
  { userId, sidHash, endpoint, serverKey }: Omit<NewSubscription, "p256dh" | "auth" | "createdAt">,
): Promise<boolean> {
  const rows = await sql`
    update push_subscriptions p set session_id = s.id from sessions s
    where p.user_id = ${userId} and p.endpoint = ${endpoint} and p.server_key = ${serverKey}
      and s.sid_hash = ${sidHash} and s.user_id = p.user_id
    returning 1`;
  return rows.length > 0;
}

/** @param endpoint of one browser; all of the user's if it is left out */
export async function deleteSubscriptions(sql: Queryable, userId: string, endpoint: string | undefined): Promise<void> {
  await sql`
    delete from push_subscriptions where user_id = ${userId} and endpoint = coalesce(${endpoint ?? null}::text, endpoint)`;
}

export async function deleteSubscription(sql: Queryable, id: string): Promise<void> {
  await sql`delete from push_subscriptions where id = ${id}`;
}

/** A message that this process has taken from the outbox. */
export interface ClaimedPush extends PushTarget {
  id: string;
  subscriptionId: string;
  event: string;
  /** Includes this one. */
  attempts: number;
}

/** Takes due messages, oldest first, as record/mails/store.ts takes mails. */
export async function claimPushes(
  sql: Queryable,
  { serverKey, limit, leaseMs }: { serverKey: string; limit: number; leaseMs: number },
): Promise<ClaimedPush[]> {
  return sql<ClaimedPush[]>`
    update push_outbox o set attempts = o.attempts + 1,
      next_attempt_at = clock_timestamp() + make_interval(secs => ${leaseMs / 1_000})
    from (
      select w.id, s.endpoint, s.p256dh, s.auth from push_outbox w join push_subscriptions s on s.id = w.subscription_id
      where w.next_attempt_at <= clock_timestamp() and s.server_key = ${serverKey}
      order by w.next_attempt_at limit ${limit} for update of w skip locked
    ) due
    where o.id = due.id
    returning o.id, o.subscription_id as "subscriptionId", o.event, o.attempts, due.endpoint, due.p256dh, due.auth`;
}

/** Removes a message that was sent or given up: nothing of it is kept. */
export async function removePush(sql: Queryable, id: string): Promise<void> {
  await sql`delete from push_outbox where id = ${id}`;
}

export async function postponePush(sql: Queryable, id: string, waitMs: number): Promise<void> {
  await sql`
    update push_outbox set next_attempt_at = clock_timestamp() + make_interval(secs => ${waitMs / 1_000}) where id = ${id}`;
}
