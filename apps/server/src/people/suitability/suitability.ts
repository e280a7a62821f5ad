import {
  DAY_MS,
  type Suitability,
  SUITABILITY_DAYS,
  SUITABILITY_VERSION,
  type SuitabilityAnswers,
} from "@wazi/contracts";
import {
  add,
  type Cents,
  computeOwnMoney,
  computeSuitabilityCeiling,
  formatCents,
  isHigherLimit,
  ZERO_CENTS,
} from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import { listHoldings, readInvestor } from "../../ledger/api.ts";
import { insertSuitabilityRow, readSuitabilityRows, type SuitabilityRows } from "./store.ts";
import type { Queryable, Sql } from "../../platform/db/pool.ts";
import * as texts from "../../messages/people.ts";

/** A higher limit waits for this long, so that nobody raises it in the heat of the moment. */
const RAISE_WAIT_MS = DAY_MS;

export interface SuitabilityDeps {
  sql: Sql;
  now: () => Date;
  maxPriceAgeMs: Parameters<typeof readInvestor>[2];
}

const formatLimit = (limit: Cents | null): string | null => (limit === null ? null : formatCents(limit));

export async function readSuitability(deps: SuitabilityDeps, userId: string): Promise<Suitability> {
  const now = deps.now();
  const [{ current, newest, answered }, investor] = await Promise.all([
    readSuitabilityRows(deps.sql, userId, now),
    readInvestor(deps.sql, userId, deps.maxPriceAgeMs),
  ]);
  const isWaiting = newest !== null && newest.effectiveAt > now;
  const invested = listHoldings(investor).map(({ position }) => computeOwnMoney(position));
  return {
    version: SUITABILITY_VERSION,
    answers: answered?.answers ?? null,
    answeredAt: answered?.answeredAt.toISOString() ?? null,
    isDue: areAnswersDue({ answered }, now),
    limit: formatLimit(current?.limit ?? null),
    ceiling: answered === null ? null : formatLimit(computeSuitabilityCeiling(answered.answers)),
    pending: isWaiting ? { limit: formatLimit(newest.limit), from: newest.effectiveAt.toISOString() } : null,
    invested: formatCents(invested.reduce((sum, each) => add(sum, each), ZERO_CENTS)),
  };
}

/** Stores answers. Their limit applies at once, or after a day if it is higher than the present one. */
export async function answerSuitability(
  deps: SuitabilityDeps,
  userId: string,
  answers: SuitabilityAnswers,
): Promise<Suitability> {
  const limit = computeSuitabilityCeiling(answers);
  await saveLimit(deps, userId, limit, { version: SUITABILITY_VERSION, answers });
  return readSuitability(deps, userId);
}

/**
 * Stores a limit of the investor's own.
 * @throws AppError CONFLICT before the first answers · SUITABILITY_LIMIT above what the answers allow
 */
export async function setSuitabilityLimit(deps: SuitabilityDeps, userId: string, limit: Cents): Promise<Suitability> {
  const { answered } = await readSuitabilityRows(deps.sql, userId, deps.now());
  if (answered === null) throw new AppError("CONFLICT", texts.limitUnanswered);
  const ceiling = computeSuitabilityCeiling(answered.answers);
  if (isHigherLimit(limit, ceiling)) throw new AppError("SUITABILITY_LIMIT", texts.limitAboveAnswers);
  await saveLimit(deps, userId, limit, null);
  return readSuitability(deps, userId);
}

async function saveLimit(
  { sql, now }: SuitabilityDeps,
  userId: string,
  limit: Cents | null,
  answered: { version: string; answers: SuitabilityAnswers } | null,
): Promise<void> {
  const madeAt = now();
  const { current } = await readSuitabilityRows(sql, userId, madeAt);
  const isRaise = current !== null && isHigherLimit(limit, current.limit);
  const effectiveAt = isRaise ? new Date(madeAt.getTime() + RAISE_WAIT_MS) : madeAt;
  await insertSuitabilityRow(sql, { userId, madeAt, effectiveAt, limit, answered });
}

/** True without answers, for answers to another version of the questions, and after a year. */
function areAnswersDue({ answered }: Pick<SuitabilityRows, "answered">, now: Date): boolean {
  return (
    answered === null ||
    answered.version !== SUITABILITY_VERSION ||
    now.getTime() - answered.answeredAt.getTime() >= SUITABILITY_DAYS * DAY_MS
  );
}

export interface AnswerRule {
  sql: Queryable;
  now: () => Date;
  /** True in live mode: money goes into a bot only with answers that are not due. */
  requiresAnswers: boolean;
}

/** Reads if an investor may put no money into a bot until the questions are answered. */
export async function mustAnswerFirst({ sql, now, requiresAnswers }: AnswerRule, userId: string): Promise<boolean> {
  if (!requiresAnswers) return false;
  const time = now();
  return areAnswersDue(await readSuitabilityRows(sql, userId, time), time);
}

/** @throws AppError SUITABILITY_DUE */
export function requireAnswered(isMissing: boolean): void {
  if (!isMissing) return;
  throw new AppError("SUITABILITY_DUE", texts.limitDue);
}
