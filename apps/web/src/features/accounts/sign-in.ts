import { signIn as signInCall, type BodyInputOf, type CurrentUser } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";

/** The sign-in screens stand without the query client; what is signed in is read again by the screen that follows. */
export function signIn(body: BodyInputOf<typeof signInCall>): Promise<CurrentUser> {
  return call(signInCall, { body });
}
