import type { Passkey, SecondFactors } from "@wazi/contracts";
import { findAuthenticator, findRecoveryCodes, listPasskeys, type PasskeyRow } from "./store.ts";
import type { Site } from "../../platform/http/same-origin.ts";
import type { FactorDeps } from "./step-up.ts";

/** Lists a user's second factors, without any secret. */
export async function listFactors(
  { sql }: Pick<FactorDeps, "sql">,
  userId: string,
  site: Site,
): Promise<SecondFactors> {
  const [app, passkeys, codes] = await Promise.all([
    findAuthenticator(sql, userId),
    listPasskeys(sql, userId),
    findRecoveryCodes(sql, userId),
  ]);
  return {
    authenticator: app?.confirmedAt ? { since: app.confirmedAt.toISOString() } : null,
    passkeys: passkeys.map((row) => toPasskey(row, site)),
    recoveryCodes: codes ? { left: codes.left, createdAt: codes.createdAt.toISOString() } : null,
  };
}

export function toPasskey({ id, name, createdAt, lastUsedAt, isSynced, rpId }: PasskeyRow, site: Site): Passkey {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    isSynced,
    worksHere: rpId === site.rpId,
  };
}
