import type { Queryable } from "../../platform/db/pool.ts";

type Rows = Record<string, unknown>[];

/** Each list contains at most this many rows, the newest. */
const MAX_ROWS = 10_000;

type OwnRows = Record<
  | "sessions"
  | "deposits"
  | "withdrawals"
  | "positions"
  | "positionEvents"
  | "ledger"
  | "exits"
  | "payoutAddresses"
  | "consents"
  | "mails"
  | "pushDevices"
  | "verifications"
  | "audit",
  Rows
> & { profile: Record<string, unknown> };

/** Reads all rows about a user, without passwords, tokens and document keys. */
export async function readOwnRows(tx: Queryable, userId: string): Promise<OwnRows> {
  const one = async (rows: Promise<{ row: Record<string, unknown> }[]>): Promise<Rows> =>
    (await rows).map(({ row }) => row);
  const [profile = {}] = await one(tx`
    select to_jsonb(u) - array['hashed_password', 'deleted_at', 'search_text'] as row from users u where u.id = ${userId}`);
  return {
    profile,
    sessions: await one(tx`
      select to_jsonb(s) - array['sid_hash', 'user_id'] as row from sessions s where s.user_id = ${userId}
      order by s.created_at desc limit ${MAX_ROWS}`),
    deposits: await one(tx`
      select to_jsonb(d) - array['user_id', 'settled_by', 'version', 'search_text'] as row from deposits d where d.user_id = ${userId}
      order by d.created_at desc limit ${MAX_ROWS}`),
    withdrawals: await one(tx`
      select to_jsonb(w) - array['user_id', 'settled_by', 'version', 'hidden_at', 'hidden_by', 'search_text'] as row from withdrawals w
      where w.user_id = ${userId} order by w.created_at desc limit ${MAX_ROWS}`),
    positions: await one(tx`
      select to_jsonb(p) - array['user_id', 'version'] as row from positions p where p.user_id = ${userId}`),
    positionEvents: await one(tx`
      select to_jsonb(e) - array['user_id'] as row from position_events e where e.user_id = ${userId}
      order by e.transaction_id desc limit ${MAX_ROWS}`),
    ledger: await one(tx`
      select jsonb_build_object('transaction_id', t.id, 'kind', t.kind, 'reason', t.reason, 'posted_at', t.posted_at,
        'account', split_part(a.code, ':', 3), 'amount', e.amount) as row
      from ledger_accounts a join ledger_entries e on e.account_id = a.id
      join ledger_transactions t on t.id = e.transaction_id
      where a.user_id = ${userId} order by t.id desc limit ${MAX_ROWS}`),
    exits: await one(tx`
      select to_jsonb(x) - array['user_id', 'version'] as row from exits x where x.user_id = ${userId}
      order by x.requested_at desc limit ${MAX_ROWS}`),
    payoutAddresses: await one(tx`
      select to_jsonb(p) - array['user_id'] as row from payout_addresses p where p.user_id = ${userId}
      order by p.added_at desc limit ${MAX_ROWS}`),
    consents: await one(tx`
      select to_jsonb(c) - array['id', 'user_id'] as row from consents c where c.user_id = ${userId}
      order by c.id desc limit ${MAX_ROWS}`),
    mails: await one(tx`
      select jsonb_build_object('template', m.template, 'created_at', m.created_at, 'sent_at', m.sent_at) as row
      from mail_outbox m where m.user_id = ${userId} order by m.created_at desc limit ${MAX_ROWS}`),
    pushDevices: await one(tx`
      select jsonb_build_object('push_service', split_part(p.endpoint, '/', 3), 'created_at', p.created_at) as row
      from push_subscriptions p where p.user_id = ${userId} order by p.created_at desc limit ${MAX_ROWS}`),
    verifications: await one(tx`
      select to_jsonb(v) - array['user_id', 'reviewed_by', 'front_document', 'back_document'] as row
      from verifications v where v.user_id = ${userId} order by v.created_at desc limit ${MAX_ROWS}`),
    audit: await one(tx`
      select jsonb_build_object('action', l.action, 'subject_type', l.subject_type, 'subject_id', l.subject_id,
        'address', l.address, 'happened_at', l.happened_at) as row
      from audit_log l where l.actor_id = ${userId} order by l.happened_at desc, l.id desc limit ${MAX_ROWS}`),
  };
}
