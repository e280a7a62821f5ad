import { createHash, randomUUID } from "node:crypto";
import { findKey, keepAnswer, releaseClaim, takeClaim, type KeptKey } from "../core/idempotency/store.ts";
import { AppError } from "../core/app-error.ts";
import type { Answer as Outcome, Claim } from "../core/ledger/run-money-operation.ts";
import type { Sql } from "../db/pool.ts";
import { Answer } from "./answer.ts";
import { toErrorAnswer } from "./errors.ts";

/** Refusals that are no answer for good: the next try with the same key is a new one. */
const unstoredStatuses = new Set([400, 429]);

/**
 * A Retry-After tells "the first still runs" from a refusal for good, which is a 409 too: the same key again brings
 * the outcome.
 */
const IN_PROGRESS_RETRY_SECONDS = 1;

/** An answer without a body. */
const NO_CONTENT = 204;

/** The same text for the same JSON, whatever the order of its keys. */
function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${toCanonicalJson(inner)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}

function replayAnswer(kept: KeptKey | null, payloadHash: Buffer): Answer<never> {
  if (kept && !kept.payload_hash.equals(payloadHash)) {
    throw new AppError("IDEMPOTENCY_MISMATCH", "This Idempotency-Key was already used for a different request.");
  }
  if (kept?.status === NO_CONTENT) return new Answer(NO_CONTENT, undefined as never);
  if (kept && kept.status !== null && kept.body !== null) return Answer.fromJson(kept.status, kept.body);
  throw new AppError("CONFLICT", "This request is still being processed.", {
    retryAfterSeconds: IN_PROGRESS_RETRY_SECONDS,
  });
}

/**
 * Runs a request at most once under its key: the same key and payload again gives the first answer again, byte for
 * byte; another payload is a 422; while the first still runs, a 409. A success is kept by the door in the same commit
 * as what it moved; a refusal is kept here.
 */
export async function answerOnce(
  sql: Sql,
  request: { userId: string; call: string; key: string | undefined; payload: unknown },
  run: (claim: Claim | null) => Promise<Outcome>,
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

/** Keeps a refusal as the answer; a try that came to nothing leaves the key free. An unknown outcome leaves the claim to run out. */
async function settleRefusal(sql: Sql, claim: Claim, error: unknown): Promise<void> {
  const { body } = toErrorAnswer(error);
  if (!(error instanceof AppError)) return;
  if (body.statusCode >= 500 || unstoredStatuses.has(body.statusCode)) await releaseClaim(sql, claim);
  else await keepAnswer(sql, claim, body.statusCode, JSON.stringify(body));
}
