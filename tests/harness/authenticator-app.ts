import { Secret, TOTP } from "otpauth";

/** The code that an authenticator app with this key shows at a time, in milliseconds since 1970. */
export function showCode(key: string, at: number): string {
  return TOTP.generate({ secret: Secret.fromBase32(key), algorithm: "SHA1", digits: 6, period: 30, timestamp: at });
}
