import { signIn as signInCall, type BodyInputOf, type CurrentUser } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";

/** What is typed is checked by the call's own schema. */
export const signInResolver = schemaResolver(signInCall.body);

/** The sign-in screens stand without the query client; what is signed in is read again by the screen that follows. */
export function signIn(body: BodyInputOf<typeof signInCall>): Promise<CurrentUser> {
  return call(signInCall, { body });
}
