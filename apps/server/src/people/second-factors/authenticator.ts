import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

const ISSUER = "Wazi";
const SECRET_BYTES = 20;
const STEP_MS = 30_000;
/** Codes of the step before and after count too, because clocks differ and typing takes time. */
const SKEW_STEPS = 1;
/** The parameters that every authenticator app supports (RFC 6238). */
const FORMAT = { algorithm: "SHA1", digits: 6, period: STEP_MS / 1000 } as const;

export const authenticatorCodePattern = /^\d{6}$/;

/** Creates the secret that the app and the server share: 160 bits, as RFC 4226 recommends. */
export const createAuthenticatorSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** Returns the secret in base 32 and as the otpauth: address of a QR code. */
export function describeAuthenticator(secret: Buffer, account: string): { key: string; uri: string } {
  const shared = toSecret(secret);
  const uri = new TOTP({ ...FORMAT, issuer: ISSUER, label: account, secret: shared }).toString();
  return { key: shared.base32, uri };
}

/**
 * Returns the time step that a code belongs to, in steps of 30 seconds since 1970; undefined for a wrong code, and for
 * one that is more than one step old or early.
 */
export function findCodeStep(secret: Buffer, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = TOTP.validate({ ...FORMAT, token: code, secret: toSecret(secret), timestamp, window: SKEW_STEPS });
  return delta === null ? undefined : Math.floor(timestamp / STEP_MS) + delta;
}

const toSecret = (secret: Buffer): Secret => new Secret({ buffer: new Uint8Array(secret).buffer });
