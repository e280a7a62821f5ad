import { signUp as signUpCall, type BodyInputOf, type CurrentUser } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";

export function signUp(body: BodyInputOf<typeof signUpCall>): Promise<CurrentUser> {
  return call(signUpCall, { body });
}
