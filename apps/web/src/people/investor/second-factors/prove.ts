import { startPasskeyStepUp, stepUp, type BodyInputOf } from "@wazi/contracts";
import { call } from "../../../lib/api-client.ts";
import { readPasskey } from "../../../lib/passkeys.ts";
import { queryClient } from "../../../lib/query-client.ts";

type Proof = BodyInputOf<typeof stepUp>;

/** Proves to the server who the user is. The session gets a new cookie, and afterwards everything is read again. */
export async function prove(proof: Proof): Promise<void> {
  try {
    await call(stepUp, { body: proof, renewsSession: true });
  } finally {
    void queryClient.invalidateQueries();
  }
}

/** The same with one of the user's passkeys. */
export async function proveWithPasskey(purpose: Proof): Promise<void> {
  const options = await call(startPasskeyStepUp, {});
  await prove({ ...purpose, passkey: await readPasskey(options) });
}
