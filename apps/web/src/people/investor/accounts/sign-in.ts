import {
  signIn as signInCall,
  signInWithPasskey as signInWithPasskeyCall,
  startPasskeySignIn,
  type BodyInputOf,
  type CurrentUser,
} from "@wazi/contracts";
import { call } from "../../../lib/api-client.ts";
import { explainPasskeyError, readPasskey } from "../../../lib/passkeys.ts";
import { schemaResolver } from "../../../lib/schema-resolver.ts";

export const signInResolver = schemaResolver(signInCall.body);

/** The sign-in page has no query client. The page that follows fetches the current user. */
export function signIn(body: BodyInputOf<typeof signInCall>): Promise<CurrentUser> {
  return call(signInCall, { body });
}

/** Signs in with a passkey, which also says whose account it is. Rejects if the user declines. */
export async function signInWithPasskey(): Promise<CurrentUser> {
  const response = await readPasskey(await call(startPasskeySignIn, {}));
  return call(signInWithPasskeyCall, { body: { response } });
}

export { explainPasskeyError };
