import { signIn as signInCall, type BodyInputOf, type CurrentUser } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";

export const signInResolver = schemaResolver(signInCall.body);

/** The sign-in page has no query client. The page that follows fetches the current user. */
export function signIn(body: BodyInputOf<typeof signInCall>): Promise<CurrentUser> {
  return call(signInCall, { body });
}
