import { createHash, randomUUID } from "node:crypto";
import { findKey, storeAnswer, releaseClaim, takeClaim, type StoredKey } from "../core/idempotency/store.ts";
import { AppError } from "../core/app-error.ts";
import type { Answer as MoneyAnswer, Claim } from "../core/ledger/run-money-operation.ts";
import type { Sql } from "../db/pool.ts";
import { Answer } from "./answer.ts";
import { toErrorAnswer } from "./errors.ts";

/** Errors that are not stored: a retry with the same key runs again. */
const unstoredStatuses = new Set([400, 429]);

/**
 * Retry-After marks a 409 that means "still processing", in contrast to a final 409: the client gets the outcome by
 * repeating the call with the same key.
 */
const IN_PROGRESS_RETRY_SECONDS = 1;

const NO_CONTENT = 204;

/** Serializes JSON independent of the order of its keys. */
function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${toCanonicalJson(inner)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}

function replayAnswer(kept: StoredKey | null, payloadHash: Buffer): Answer<never> {
  if (kept && !kept.payloadHash.equals(payloadHash)) {
    throw new AppError("IDEMPOTENCY_MISMATCH", "This Idempotency-Key was already used for a different request.");
  }
  if (kept?.status === NO_CONTENT) return new Answer(NO_CONTENT, undefined as never);
  if (kept && kept.status !== null && kept.body !== null) return Answer.fromJson(kept.status, kept.body);
  throw new AppError("CONFLICT", "This request is still being processed.", {
    retryAfterSeconds: IN_PROGRESS_RETRY_SECONDS,
  });
}

/**
 * Runs a request at most once per Idempotency-Key. The same key and payload returns the first answer byte for byte,
 * another payload is a 422, and a call that is still running is a 409. The ledger's door stores a success in the same
 * commit as its postings; this function stores an error.
 */
export async function answerOnce(
  sql: Sql,
  request: { userId: string; call: string; key: string | undefined; payload: unknown },
  run: (claim: Claim | null) => Promise<MoneyAnswer>,
): Promise<Answer<unknown>> {
  const { userId, call, key, payload } = request;
  if (key === undefined) {
    const { status, body } = await run(null);
    return new Answer(status, status === NO_CONTENT ? undefined : body);
  }
  const payloadHash = createHash("sha256").update(toCanonicalJson(payload)).digest();
  const claim: Claim = { userId, call, key, claim: randomUUID() };
  if (!(await takeClaim(sql, claim, payloadHash))) return replayAnswer(await findKey(sql, claim), payloadHash);
  try {
    const { status, body } = await run(claim);
    if (status === NO_CONTENT) return new Answer(status, undefined);
    return new Answer(status, body, JSON.stringify(body));
  } catch (error) {
    await settleRefusal(sql, claim, error);
    throw error;
  }
}

/** Stores a final error as the answer and frees the key after a temporary one. After an unknown outcome the claim expires. */
async function settleRefusal(sql: Sql, claim: Claim, error: unknown): Promise<void> {
  const { body } = toErrorAnswer(error);
  if (!(error instanceof AppError)) return;
  if (body.statusCode >= 500 || unstoredStatuses.has(body.statusCode)) await releaseClaim(sql, claim);
  else await storeAnswer(sql, claim, body.statusCode, JSON.stringify(body));
}
