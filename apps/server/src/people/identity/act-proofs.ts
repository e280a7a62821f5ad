import { createHmac } from "node:crypto";
import { MINUTE_MS } from "@wazi/contracts";
import { toCanonicalJson } from "../../platform/base/canonical-json.ts";
import type { Act, Guard } from "../../platform/http/guard.ts";
import type { SessionDeps } from "../sessions/sessions.ts";
import { deleteActProof, insertActProofs } from "../sessions/store.ts";

/** How long a proof of who the caller is counts. */
export const PROOF_MS = 5 * MINUTE_MS;

/**
 * Names one act of one session. It is keyed by the session's token, which is not stored: bodies contain passwords, and from
 * a plain hash they could be guessed.
 */
export function hashAct(token: string, { method, path, body }: Act): Buffer {
  const text = `${method} ${path.toLowerCase()}\n${toCanonicalJson(body ?? {})}`;
  return createHmac("sha256", token).update(text).digest();
}

/** Uses up the proof for an act, if the session gave one in the last minutes. @returns a function that gives it back */
export async function takeProof(
  { sql, now }: SessionDeps,
  token: string | undefined,
  act: Act,
): ReturnType<Guard["takeProof"]> {
  if (token === undefined) return undefined;
  const hash = hashAct(token, act);
  const taken = await deleteActProof(sql, hash, new Date(now().getTime() - PROOF_MS));
  return taken && (() => insertActProofs(sql, { acts: [hash], ...taken }));
}
