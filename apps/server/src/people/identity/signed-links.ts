import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { KEY_ID_BYTES, type DocumentKeys } from "../documents/document-keys.ts";

/** The purpose of a signed link. A token for one purpose is refused for every other. */
type LinkPurpose = "verify-email" | "reset-password" | "change-email" | "agree-email" | "undo-email" | "freeze";

interface SignedLink {
  /** The id of the row in `account_links`; of the user for a freeze. */
  id: string;
  issuedAt: Date;
}

/** Signs and verifies the tokens of links in mails. A token is not stored, so that a copy of the database contains none. */
export interface LinkSigner {
  sign(purpose: LinkPurpose, link: SignedLink): string;
  /** Returns undefined for a token that was not signed for this purpose. Whether the link has ended is the caller's check. */
  verify(purpose: LinkPurpose, token: string): SignedLink | undefined;
}

const ID_BYTES = 16;
const TIME_BYTES = 6;
const MAC_BYTES = 32;
const PAYLOAD_BYTES = KEY_ID_BYTES + ID_BYTES + TIME_BYTES;

/**
 * A token is the id of the key, the id of the link, the time of issue in milliseconds, and their HMAC-SHA256 (RFC 2104) under
 * a key that is derived from a document key by HKDF (RFC 5869), in base64url. Links keep working after a change of keys, while
 * the former key is known.
 */
export function createLinkSigner(keys: DocumentKeys): LinkSigner {
  return {
    sign(purpose, { id, issuedAt }) {
      const time = Buffer.alloc(TIME_BYTES);
      time.writeUIntBE(issuedAt.getTime(), 0, TIME_BYTES);
      const payload = Buffer.concat([keys.newest.id, Buffer.from(id.replaceAll("-", ""), "hex"), time]);
      return Buffer.concat([payload, computeMac(keys.newest.secret, purpose, payload)]).toString("base64url");
    },
    verify(purpose, token) {
      const bytes = Buffer.from(token, "base64url");
      // The second comparison refuses other spellings of the same bytes.
      if (bytes.length !== PAYLOAD_BYTES + MAC_BYTES || bytes.toString("base64url") !== token) return undefined;
      const payload = bytes.subarray(0, PAYLOAD_BYTES);
      const key = keys.find(payload.subarray(0, KEY_ID_BYTES));
      if (key === undefined) return undefined;
      if (!timingSafeEqual(bytes.subarray(PAYLOAD_BYTES), computeMac(key.secret, purpose, payload))) return undefined;
      const id = payload.subarray(KEY_ID_BYTES, KEY_ID_BYTES + ID_BYTES).toString("hex");
      return {
        id: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
        issuedAt: new Date(payload.readUIntBE(KEY_ID_BYTES + ID_BYTES, TIME_BYTES)),
      };
    },
  };
}

function computeMac(secret: Buffer, purpose: LinkPurpose, payload: Buffer): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "wazi links in mails", MAC_BYTES));
  return createHmac("sha256", key).update(`${purpose}\0`).update(payload).digest();
}
