import { endSession } from "../../core/identity/sessions.ts";
import type { AccountDeps } from "./account-deps.ts";

/** Ends the session on the server, in every process at once. Without a session there is nothing to do. */
export async function signOut(deps: Pick<AccountDeps, "sql">, sessionToken: string | undefined): Promise<void> {
  await endSession(deps.sql, sessionToken);
}
