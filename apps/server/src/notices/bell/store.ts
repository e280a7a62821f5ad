import { MAX_NOTIFICATIONS, type Notification, type NotificationChannel, type NotificationKind } from "@wazi/contracts";
import type { UserRead } from "../../platform/http/user-read.ts";
import type { Queryable } from "../../platform/db/pool.ts";

interface NotificationJson extends Omit<Notification, "isRead"> {
  isRead: boolean;
}

export interface NotificationParts {
  muted: NotificationKind[];
  mailMuted: NotificationKind[];
  pushMuted: NotificationKind[];
  pushDevices: number;
  items: NotificationJson[];
}

/** Each source gives: kind, event, id, time, amount, bot and reason. They are the records of what happened to the user. */
const SOURCES = `
  select 'deposit' as kind, case status when 'completed' then 'deposit-credited' else 'deposit-rejected' end as event,
    id::text, settled_at as at, coalesce(received_amount, amount)::numeric(20, 2) as amount, null::uuid as bot_id, null as reason
  from deposits where user_id = u.id and settled_at is not null and settled_by is distinct from u.id
  union all
  select 'withdrawal', case status when 'processing' then 'withdrawal-sent' when 'completed' then 'withdrawal-paid' else 'withdrawal-rejected' end,
    id || ':' || status, coalesce(settled_at, updated_at), amount, null, case status when 'rejected' then notes end
  from withdrawals where user_id = u.id and status <> 'pending' and settled_by is distinct from u.id
  union all
  select * from (
    select case when e.kind in ('stop-loss', 'take-profit', 'winding-up') or x.id is not null then 'stop' else 'administrator' end,
      case when e.kind in ('stop-loss', 'take-profit', 'winding-up') then e.kind
        when x.id is not null then 'exit-settled'
        when t.actor_id is distinct from e.user_id then 'closed-by-operator' end as event,
      e.bot_id || ':' || e.transaction_id, e.happened_at, -e.value_delta - e.profit_share, e.bot_id, null
    from position_events e join ledger_transactions t on t.id = e.transaction_id
    left join exits x on x.user_id = e.user_id and x.bot_id = e.bot_id and x.ledger_transaction_id = e.transaction_id
      and x.status = 'settled'
    where e.user_id = u.id and e.units_delta < 0 and e.kind <> 'adjustment'
  ) closed where event is not null
  union all
  select 'administrator', 'adjusted', t.id::text, t.posted_at, sum(e.amount), null, t.reason
  from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_transactions t on t.id = e.transaction_id
  where a.user_id = u.id and t.kind = 'adjustment' group by t.id
  union all
  select 'verification', 'verification-' || status, id::text, reviewed_at, null, null, rejection_reason
  from verifications where user_id = u.id and status in ('approved', 'rejected') and reviewed_at is not null
  union all
  select 'bot', case s.event when 'paused' then 'bot-paused' else 'bot-resumed' end, b.id || ':' || s.event, s.at, null, b.bot_id, null
  from bot_pauses b cross join lateral (values ('paused', b.paused_at), ('resumed', b.resumed_at)) s (event, at)
  join positions p on p.bot_id = b.bot_id and p.user_id = u.id and p.is_active and p.activated_at <= s.at
  where s.at is not null
  union all
  select 'bot', 'bot-resting', r.bot_id || ':' || r.record, r.rested_at, null, r.bot_id, null
  from bot_rests r join positions p on p.bot_id = r.bot_id and p.user_id = u.id and p.is_active and p.activated_at <= r.rested_at
  union all
  select 'bot', 'bot-retired', j.bot_id::text, j.judged_at, null, j.bot_id, null
  from bot_judgements j join positions p on p.bot_id = j.bot_id and p.user_id = u.id and p.is_active and p.activated_at <= j.judged_at
  where j.closes
  union all
  select 'bot', 'bot-rule-changes', r.id::text, r.registered_at, null, b.id, null
  from strategy_registrations r join trading_bots b on b.name = r.bot_name
  join positions p on p.bot_id = b.id and p.user_id = u.id and p.is_active and p.activated_at <= r.registered_at
  where r.window_opens > r.registered_at + interval '1 day'
  union all
  select 'administrator', case a.action when 'user.deactivate' then 'account-deactivated' else 'account-activated' end,
    a.id::text, a.happened_at, null, null, a.after ->> 'reason'
  from audit_log a
  where a.subject_id = u.id::text and a.subject_type = 'user' and a.action in ('user.deactivate', 'user.activate')
  union all
  select 'administrator', e.event, e.event || ':' || p.id, e.at, null, null, c.first_name || ' ' || c.last_name
  from appointments p join users c on c.id = p.administrator_id
  cross join lateral (values ('administrator-asked', case when p.confirmed_at is distinct from p.asked_at then p.asked_at end),
    ('administrator-appointed', p.confirmed_at)) e (event, at)
  where e.at is not null and p.administrator_id <> u.id
    and exists (select from users v where v.id = u.id and v.is_admin and v.created_at <= e.at)`;

/** Times in answers have milliseconds, and the mark is one of them: a later microsecond of it is read too. */
export const notificationsRead: UserRead<NotificationParts> = {
  isRare: true,
  own: `with mark as (
      select coalesce((select read_at from notification_marks where user_id = u.id), 'epoch') as read_at,
        coalesce((select muted from notification_marks where user_id = u.id), '{}') as muted,
        coalesce((select mail_muted from notification_marks where user_id = u.id), '{bot}') as mail_muted,
        coalesce((select push_muted from notification_marks where user_id = u.id), '{}') as push_muted
    )
    select json_build_object('muted', (select muted from mark), 'mailMuted', (select mail_muted from mark),
      'pushMuted', (select push_muted from mark),
      'pushDevices', (select count(*) from push_subscriptions where user_id = u.id), 'items', (select json_agg(json_build_object(
        'id', n.event || ':' || n.id, 'kind', n.kind, 'event', n.event,
        'at', to_char(n.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'isRead', date_trunc('milliseconds', n.at) <= mark.read_at,
        'amount', n.amount::numeric(20, 2)::text, 'botId', n.bot_id, 'botName', (select name from trading_bots where id = n.bot_id),
        'reason', n.reason) order by n.at desc, n.id desc)
      from mark, (
        select s.* from (${SOURCES}) s, mark where not s.kind = any(mark.muted) order by s.at desc, s.id desc limit ${MAX_NOTIFICATIONS}
      ) n))`,
  parse: ({ items, ...choices }: Omit<NotificationParts, "items"> & { items: NotificationJson[] | null }) => ({
    ...choices,
    items: items ?? [],
  }),
};

/** Never moves the mark back or beyond now. */
export async function saveReadMark(sql: Queryable, userId: string, until: Date): Promise<void> {
  await sql`
    insert into notification_marks (user_id, read_at) values (${userId}, least(${until}, clock_timestamp()))
    on conflict (user_id) do update set read_at = greatest(notification_marks.read_at, excluded.read_at)`;
}

const mutedColumns = { app: "muted", mail: "mail_muted", push: "push_muted" } as const;

export async function saveMutedKinds(
  sql: Queryable,
  userId: string,
  { channel, muted }: { channel: NotificationChannel; muted: readonly NotificationKind[] },
): Promise<void> {
  const column = sql.raw(mutedColumns[channel]);
  await sql`
    insert into notification_marks (user_id, read_at, ${column}) values (${userId}, 'epoch', ${[...muted]}::text[])
    on conflict (user_id) do update set ${column} = excluded.${column}`;
}
