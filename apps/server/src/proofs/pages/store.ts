import type { Queryable } from "../../platform/db/pool.ts";

/**
 * The newest acts of administrators that concern a user: on the user, on the user's deposits, withdrawals and documents, pauses of
 * bots that the user has or had money in, and exports of lists with a row of the user.
 */
export function listActsAbout(
  sql: Queryable,
  userId: string,
  limit: number,
): Promise<{ at: Date; action: string; reason: string | null }[]> {
  return sql<{ at: Date; action: string; reason: string | null }[]>`
    with about as (select id, created_at from users where id = ${userId}::uuid), acts as (
      (select a.id, a.happened_at, a.action, a.actor_id, a.after from audit_log a
      where a.subject_id = any(array(
        select ${userId}::text union all select id::text from deposits where user_id = ${userId}::uuid
        union all select id::text from withdrawals where user_id = ${userId}::uuid
        union all select id::text from verifications where user_id = ${userId}::uuid
      ))
      order by a.happened_at desc, a.id desc limit ${limit * 4})
      union all
      (select a.id, a.happened_at, a.action, a.actor_id, a.after from about b join audit_log a on a.happened_at >= b.created_at
        and a.action in ('bot.pause', 'bot.resume')
        and a.subject_id in (select p.bot_id::text from positions p where p.user_id = b.id)
      order by a.happened_at desc, a.id desc limit ${limit})
      union all
      (select a.id, a.happened_at, a.action, a.actor_id, a.after from exported_investors e join audit_log a on a.id = e.audit_id
      where e.user_id = ${userId}::uuid order by e.audit_id desc limit ${limit})
    )
    select c.happened_at as at, c.action, case when c.action = 'verification.view' then c.after ->> 'reason' end as reason
    from acts c join users u on u.id = c.actor_id and u.is_admin
    where c.actor_id <> ${userId}::uuid
    order by c.happened_at desc, c.id desc limit ${limit}`;
}
