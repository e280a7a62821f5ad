import { administratorActs, type AdministratorAct, type PublicStatus } from "@wazi/contracts";
import type { Queryable } from "../../platform/db/pool.ts";

/** The actions in the audit log of each kind. Changes of fees are versions of the logged table instead. */
const actionsOf: Readonly<Record<Exclude<AdministratorAct, "fee-change">, readonly string[]>> = {
  adjustment: ["user.adjust"],
  "late-credit": ["deposit.late-credit"],
  deactivation: ["user.deactivate"],
  "bot-pause": ["bot.pause"],
  "setting-change": ["settings.change", "settings.start"],
  export: ["users.export", "deposits.export", "withdrawals.export", "verifications.export", "audit.export"],
  view: ["user.view", "user.view-movements", "verification.view"],
};

/** Counts the acts of administrators since a time, every kind, also those with none. */
export async function countAdministratorActs(sql: Queryable, since: Date): Promise<PublicStatus["administratorActs"]> {
  const kinds = Object.entries(actionsOf).flatMap(([act, actions]) => actions.map((action) => [act, action] as const));
  const rows = await sql<{ act: string; count: number }[]>`
    select k.act, count(a.id)::int as count
    from unnest(${kinds.map(([act]) => act)}::text[], ${kinds.map(([, action]) => action)}::text[]) k (act, action)
    join audit_log a on a.action = k.action and a.happened_at >= ${since} group by k.act
    union all
    select 'fee-change', count(*)::int from logged_documents d
    where d.kind = 'fees' and d.recorded_at >= ${since}
      and exists (select from logged_documents e where e.kind = 'fees' and e.id < d.id)`;
  return administratorActs.map((act) => ({ act, count: rows.find((row) => row.act === act)?.count ?? 0 }));
}
