import type { SuitabilityAnswers } from "@wazi/contracts";
import { type Cents, formatCents, parseCents } from "@wazi/domain";
import type { Queryable } from "../../platform/db/pool.ts";

interface SuitabilityRow {
  /** Null for no limit. */
  limit: Cents | null;
  effectiveAt: Date;
}

interface AnsweredRow {
  version: string;
  answers: SuitabilityAnswers;
  answeredAt: Date;
}

export interface SuitabilityRows {
  /** The limit that applies now, and the newest row, which may still wait. */
  current: SuitabilityRow | null;
  newest: SuitabilityRow | null;
  answered: AnsweredRow | null;
}

interface JsonRow {
  limit: string | null;
  effectiveAt: string;
  version: string;
  knowledge: SuitabilityAnswers["knowledge"];
  lossCapacity: SuitabilityAnswers["lossCapacity"];
  horizon: SuitabilityAnswers["horizon"];
  madeAt: string;
}

const toRow = (row: JsonRow | null): SuitabilityRow | null =>
  row && { limit: row.limit === null ? null : parseCents(row.limit), effectiveAt: new Date(row.effectiveAt) };

export async function readSuitabilityRows(sql: Queryable, userId: string, now: Date): Promise<SuitabilityRows> {
  const [found] = await sql<{ current: JsonRow | null; newest: JsonRow | null; answered: JsonRow | null }[]>`
    with mine as (
      select id, effective_at, json_build_object('limit', limit_amount::text, 'effectiveAt', effective_at, 'madeAt', made_at,
        'version', version, 'knowledge', knowledge, 'lossCapacity', loss_capacity, 'horizon', horizon) as row
      from suitability_limits where user_id = ${userId})
    select (select row from mine where effective_at <= ${now} order by id desc limit 1) as current,
      (select row from mine order by id desc limit 1) as newest,
      (select row from mine where row ->> 'version' is not null order by id desc limit 1) as answered`;
  const { current = null, newest = null, answered = null } = found ?? {};
  return {
    current: toRow(current),
    newest: toRow(newest),
    answered: answered && {
      version: answered.version,
      answers: { knowledge: answered.knowledge, lossCapacity: answered.lossCapacity, horizon: answered.horizon },
      answeredAt: new Date(answered.madeAt),
    },
  };
}

export async function insertSuitabilityRow(
  sql: Queryable,
  row: SuitabilityRow & {
    userId: string;
    madeAt: Date;
    /** Null for a limit that the investor chose. */
    answered: { version: string; answers: SuitabilityAnswers } | null;
  },
): Promise<void> {
  const { userId, madeAt, effectiveAt, limit, answered } = row;
  const answers = answered?.answers;
  await sql`
    insert into suitability_limits (user_id, made_at, effective_at, limit_amount, version, knowledge, loss_capacity, horizon)
    values (${userId}, ${madeAt}, ${effectiveAt}, ${limit === null ? null : formatCents(limit)}::numeric, ${answered?.version ?? null},
      ${answers?.knowledge ?? null}, ${answers?.lossCapacity ?? null}, ${answers?.horizon ?? null})`;
}
