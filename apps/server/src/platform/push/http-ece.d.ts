/** The part of http_ece 1.2 that is used; it has no types of its own. */
declare module "http_ece" {
  import type { ECDH } from "node:crypto";

  /** Encrypts for a browser (RFC 8291): keys in base64url, `pad` in bytes. */
  export function encrypt(
    text: Buffer,
    options: { version: "aes128gcm"; privateKey: ECDH; dh: string; authSecret: string; pad: number },
  ): Buffer;
}
