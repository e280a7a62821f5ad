import {
  type BodyOf,
  createWithdrawal,
  messages,
  provedActs,
  secondFactorMessages,
  type stepUp as stepUpCall,
} from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent } from "../../record/api.ts";
import { stepUpSession } from "../sessions/sessions.ts";
import { insertActProofs } from "../sessions/store.ts";
import { hashAct, PROOF_MS } from "../identity/act-proofs.ts";
import type { Act } from "../../platform/http/guard.ts";
import { parsePart } from "../../platform/http/parse-part.ts";
import { verifyOwnPassword } from "../identity/verify-own-password.ts";
import { verifyAssertion } from "./passkeys.ts";
import type { Site } from "../../platform/http/same-origin.ts";
import { verifyCode } from "./verify-code.ts";
import type { PasswordHasher } from "../identity/passwords.ts";
import type { SessionRow } from "../../platform/http/session-user.ts";
import type { FactorVault } from "./factor-vault.ts";
import type { Sql } from "../../platform/db/pool.ts";
import * as texts from "../../messages/people.ts";

export interface FactorDeps {
  sql: Sql;
  now: () => Date;
  passwords: PasswordHasher;
  factors: FactorVault;
  /** The setting RATE_LIMIT_SCALE. */
  rateLimitScale: number;
}

/** The user who changes their own factors, and the session that they do it in. */
export interface FactorOwner {
  user: SessionRow;
  sessionToken: string | undefined;
  address: string;
}

type Proof = BodyOf<typeof stepUpCall>;
type ProofKind = "authenticator" | "recovery-code" | "passkey" | "password";

/**
 * Proves again who the caller is, for acts of the next five minutes, and gives the session a new token.
 * @param sent the body before it was parsed: acts count as they are written
 * @throws AppError VALIDATION what is proved, or the proof that this account needs, is missing · FORBIDDEN it is wrong (not
 * 401, because the session is valid) · RATE_LIMITED · UNAUTHENTICATED the session ended meanwhile
 */
export async function stepUp(
  deps: FactorDeps,
  owner: FactorOwner & { deviceToken: string | undefined },
  site: Site,
  proof: Proof,
  sent: unknown,
): Promise<{ sessionToken: string; validUntil: string }> {
  const { user, address } = owner;
  const acts = listActs(sent as SentActs);
  const kind = user.hasSecondFactor
    ? await checkFactor(deps, owner, site, proof)
    : await checkPassword(deps, owner, proof);
  const now = deps.now();
  return deps.sql.begin(async (tx) => {
    const sessionToken = await stepUpSession(tx, owner.sessionToken);
    if (sessionToken === undefined) throw new AppError("UNAUTHENTICATED", texts.signInNeeded);
    const hashes = acts.map((act) => hashAct(sessionToken, act));
    await insertActProofs(tx, { acts: hashes, userId: user.id, provedAt: now });
    await insertAuditEvent(tx, {
      actorId: user.id,
      action: "session.step-up",
      subjectType: "user",
      subjectId: user.id,
      after: { proof: kind, acts: acts.map(({ method, path }) => `${method} ${path}`) },
      address,
    });
    return { sessionToken, validUntil: new Date(now.getTime() + PROOF_MS).toISOString() };
  });
}

/** A body that was found valid, but for `acts`. */
interface SentActs {
  act?: Act;
  acts?: unknown;
  withdrawal?: object;
}

function listActs({ act, acts, withdrawal }: SentActs): readonly Act[] {
  const { method, path } = createWithdrawal;
  const many = acts === undefined ? undefined : (parsePart(provedActs, { acts }, "body") as { acts: Act[] }).acts;
  const given = [act && [act], many, withdrawal && [{ method, path, body: withdrawal }]];
  const [only, ...others] = given.filter((each) => each !== undefined);
  if (only === undefined || others.length > 0) {
    const message = secondFactorMessages.stepUpActMissing;
    throw new AppError("VALIDATION", message, { fields: { act: message } });
  }
  return only;
}

async function checkFactor(deps: FactorDeps, owner: FactorOwner, site: Site, proof: Proof): Promise<ProofKind> {
  const { user } = owner;
  if (proof.passkey !== undefined) {
    const passkey = await verifyAssertion(deps, site, { userId: user.id, response: proof.passkey });
    if (passkey !== undefined) return "passkey";
    await recordFailure(deps, owner, "passkey");
    throw new AppError("FORBIDDEN", texts.passkeyUnverified);
  }
  if (proof.code === undefined) {
    throw new AppError("VALIDATION", secondFactorMessages.codeMissing, {
      fields: { code: secondFactorMessages.codeMissing },
    });
  }
  const kind = await verifyCode(deps, { userId: user.id, code: proof.code, address: owner.address });
  if (kind !== undefined) return kind;
  await recordFailure(deps, owner, "code");
  throw new AppError("FORBIDDEN", secondFactorMessages.wrongCode, { fields: { code: secondFactorMessages.wrongCode } });
}

async function checkPassword(
  deps: FactorDeps,
  { user, address, deviceToken }: FactorOwner & { deviceToken: string | undefined },
  { password }: Proof,
): Promise<ProofKind> {
  if (password === undefined || password === "") {
    throw new AppError("VALIDATION", messages.passwordRequired, { fields: { password: messages.passwordRequired } });
  }
  const failure = "session.step-up-failed";
  await verifyOwnPassword(deps, { user, password, field: "password", failure, address, deviceToken });
  return "password";
}

function recordFailure({ sql }: FactorDeps, { user, address }: FactorOwner, proof: string): Promise<void> {
  return insertAuditEvent(sql, {
    actorId: user.id,
    action: "session.step-up-failed",
    subjectType: "user",
    subjectId: user.id,
    after: { proof },
    address,
  });
}
