import { DAY_MS, SUITABILITY_DAYS, SUITABILITY_VERSION } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { readSuitabilityRows, type SuitabilityRows } from "./store.ts";

/** True without answers, for answers to another version of the questions, and after a year. */
export function areAnswersDue({ answered }: Pick<SuitabilityRows, "answered">, now: Date): boolean {
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
  throw new AppError(
    "SUITABILITY_DUE",
    "Please answer the three questions about your limit first. No money was moved. You find them in your profile.",
  );
}
