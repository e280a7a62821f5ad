import { confirmAuthenticator, startAuthenticator } from "@wazi/contracts";
import { Secret, TOTP } from "otpauth";
import type { TestClient } from "./test-app.ts";

/** The code that an authenticator app with this key shows at a time, in milliseconds since 1970. */
export function showCode(key: string, at: number): string {
  return TOTP.generate({ secret: Secret.fromBase32(key), algorithm: "SHA1", digits: 6, period: 30, timestamp: at });
}

const STEP_MS = 30_000;

/**
 * Turns an authenticator app on with the code of half a minute ago.
 * @returns the app's key, and ten recovery codes that can each be used once
 */
export async function turnOnApp(
  client: TestClient,
  password: string,
): Promise<{ key: string; recoveryCodes: string[] }> {
  const { method, path } = startAuthenticator;
  await client.prove({ password }, { method, path });
  const { key } = (await client.call(method, path)).body as { key: string };
  const code = showCode(key, Date.now() - STEP_MS);
  const { status, text, body } = await client.call("POST", confirmAuthenticator.path, { code });
  if (status !== 200) throw new Error(`turning the app on failed: ${text}`);
  return { key, ...(body as { recoveryCodes: string[] }) };
}
