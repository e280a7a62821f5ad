import { startPasskeyStepUp, stepUp, type BodyInputOf } from "@wazi/contracts";
import { call, stepUpPort } from "../../lib/api-client.ts";
import { queryClient } from "../../lib/query-client.ts";
import { readPasskey } from "../../lib/passkeys.ts";

type Proof = BodyInputOf<typeof stepUp>;

/**
 * Proves to the server who the user is. The session gets a new cookie, and the old one is refused at once. So queries
 * under way are cancelled first, other calls wait, and afterwards everything is read again.
 */
export async function prove(proof: Proof): Promise<void> {
  await queryClient.cancelQueries();
  const proving = call(stepUp, { body: proof });
  stepUpPort.renewal = proving.catch(() => undefined);
  try {
    await proving;
  } finally {
    stepUpPort.renewal = undefined;
    void queryClient.invalidateQueries();
  }
}

/** The same with one of the user's passkeys. */
export async function proveWithPasskey(purpose: Proof): Promise<void> {
  const options = await call(startPasskeyStepUp, {});
  await prove({ ...purpose, passkey: await readPasskey(options) });
}
