import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

interface Site {
  origin: string;
  rpId: string;
}

/** An authenticator in software, which can also lie about each thing that a server has to check. */
export interface SoftwarePasskey {
  register(options: { challenge: string }): object;
  /** @param lies what to send instead of the truth */
  assert(options: { challenge: string }, lies?: Partial<Site> & { counter?: number; isVerified?: boolean }): object;
}

const hash = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();

/** A passkey with a P-256 key and a sign counter that rises with each use. */
export function createSoftwarePasskey(site: Site): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(16);
  const id = credentialId.toString("base64url");
  let counter = 0;

  const describeClient = (type: string, challenge: string, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const describeAuthenticator = (rpId: string, flags: number, count: number): Buffer => {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(count);
    return Buffer.concat([hash(rpId), Buffer.from([flags]), counted]);
  };

  return {
    register({ challenge }) {
      const authData = Buffer.concat([
        describeAuthenticator(site.rpId, USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL, counter),
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        encodeKey(publicKey),
      ]);
      const attestation = isoCBOR.encode(
        new Map<string, never>([
          ["fmt", "none" as never],
          ["attStmt", new Map() as never],
          ["authData", new Uint8Array(authData) as never],
        ]),
      );
      const response = {
        clientDataJSON: describeClient("webauthn.create", challenge, site.origin).toString("base64url"),
        attestationObject: Buffer.from(attestation).toString("base64url"),
        transports: ["internal"],
      };
      return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
    },
    assert({ challenge }, lies = {}) {
      counter += 1;
      const client = describeClient("webauthn.get", challenge, lies.origin ?? site.origin);
      const flags = USER_PRESENT | (lies.isVerified === false ? 0 : USER_VERIFIED);
      const authData = describeAuthenticator(lies.rpId ?? site.rpId, flags, lies.counter ?? counter);
      const response = {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: sign("sha256", Buffer.concat([authData, hash(client)]), privateKey).toString("base64url"),
      };
      return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
    },
  };
}

/** The key in COSE (RFC 9053): an EC2 key of the curve P-256 for ES256. */
function encodeKey(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "base64url"));
  const key = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ]);
  return Buffer.from(isoCBOR.encode(key as never));
}
