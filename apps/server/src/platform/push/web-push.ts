import { createECDH, createPrivateKey, sign, type KeyObject } from "node:crypto";
import { lookup as lookupName } from "node:dns";
import { request as requestOverHttp, type IncomingMessage } from "node:http";
import { Agent, request as requestOverTls } from "node:https";
import type { LookupFunction } from "node:net";
import { DAY_SECONDS, HOUR_MS } from "@wazi/contracts";
import { encrypt } from "http_ece";
import { isPublicAddress } from "../base/network-addresses.ts";
import { isPushEndpoint } from "./push-endpoint.ts";
import type { PushOutcome, PushTarget, PushTransport } from "./push-transport.ts";

const CURVE = "prime256v1";
const COORDINATE_BYTES = 32;
/** Push services accept signatures for up to 24 hours (RFC 8292). */
const SIGNED_FOR_MS = 12 * HOUR_MS;
/** A push service keeps a message this long for a device that is off. */
const KEPT_SECONDS = DAY_SECONDS;
const TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 20;
/** All messages have this length before encryption, so that their size tells nothing. */
const TEXT_BYTES = 512;

interface WebPushOptions {
  privateKey: Buffer;
  /** The contact that a push service uses for problems: an https address or mailto. */
  contact: string;
  testOrigin?: string | undefined;
  now?: () => Date;
}

/** Sends messages as RFC 8030 says, encrypted (RFC 8291, RFC 8188) and signed (RFC 8292). */
export function openWebPush({
  privateKey,
  contact,
  testOrigin,
  now = () => new Date(),
}: WebPushOptions): PushTransport {
  const keys = readKeys(privateKey);
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS, lookup: createPublicLookup() });
  const isTest = (endpoint: string): boolean => testOrigin !== undefined && new URL(endpoint).origin === testOrigin;
  return {
    publicKey: keys.publicKey,
    accepts: (endpoint) => isPushEndpoint(endpoint) || (URL.canParse(endpoint) && isTest(endpoint)),
    async send(target, text) {
      const { endpoint } = target;
      if (!this.accepts(endpoint)) return "gone";
      const { origin } = new URL(endpoint);
      const body = encryptFor(target, text);
      const headers = {
        authorization: `vapid t=${signToken(keys.signer, { origin, contact, now: now() })}, k=${keys.publicKey}`,
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "content-length": body.length,
        ttl: KEPT_SECONDS,
        urgency: "normal",
      };
      try {
        return toOutcome(await post(endpoint, { headers, body, ...(isTest(endpoint) ? {} : { agent }) }));
      } catch {
        return "later";
      }
    },
    close: () => agent.destroy(),
  };
}

/** The public key of push messages, in base64url. @throws Error for bytes that are no private key of the curve */
function readKeys(privateKey: Buffer): { publicKey: string; signer: KeyObject } {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(privateKey);
  const point = pair.getPublicKey();
  const toText = (from: number): string => point.subarray(from, from + COORDINATE_BYTES).toString("base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    d: privateKey.toString("base64url"),
    x: toText(1),
    y: toText(1 + COORDINATE_BYTES),
  };
  return { publicKey: point.toString("base64url"), signer: createPrivateKey({ key: jwk, format: "jwk" }) };
}

/** A token that names the sender to one push service (RFC 8292). */
function signToken(
  signer: KeyObject,
  { origin, contact, now }: { origin: string; contact: string; now: Date },
): string {
  const toPart = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor((now.getTime() + SIGNED_FOR_MS) / 1_000);
  const unsigned = `${toPart({ typ: "JWT", alg: "ES256" })}.${toPart({ aud: origin, exp, sub: contact })}`;
  const signature = sign("sha256", Buffer.from(unsigned), { key: signer, dsaEncoding: "ieee-p1363" });
  return `${unsigned}.${signature.toString("base64url")}`;
}

function encryptFor({ p256dh, auth }: PushTarget, text: string): Buffer {
  const oneTimeKey = createECDH(CURVE);
  oneTimeKey.generateKeys();
  const bytes = Buffer.from(text);
  return encrypt(bytes, {
    version: "aes128gcm",
    privateKey: oneTimeKey,
    dh: p256dh.toString("base64url"),
    authSecret: auth.toString("base64url"),
    pad: Math.max(0, TEXT_BYTES - bytes.length),
  });
}

/**
 * Finds the addresses of a name, and fails if one of them is not public: a push service has no private address. The connection
 * is made to these addresses, so that a name cannot have others by then.
 */
export const createPublicLookup =
  (resolve: typeof lookupName = lookupName): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = error === null ? addresses : [];
      if (first === undefined) callback(error ?? new Error(`${hostname} has no address`), "");
      else if (!addresses.every(({ address }) => isPublicAddress(address))) {
        callback(new Error(`${hostname} has an address that is not public`), "");
      } else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

/** Posts without following redirects, and reads no body of the answer. @returns the status */
function post(
  endpoint: string,
  { headers, body, agent }: { headers: Record<string, string | number>; body: Buffer; agent?: Agent },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const open = endpoint.startsWith("https:") ? requestOverTls : requestOverHttp;
    const options = { method: "POST", headers, signal: AbortSignal.timeout(TIMEOUT_MS), ...(agent ? { agent } : {}) };
    const sent = open(endpoint, options, (answer: IncomingMessage) => {
      answer.destroy();
      resolve(answer.statusCode ?? 0);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

function toOutcome(status: number): PushOutcome {
  if (status >= 200 && status < 300) return "sent";
  if (status === 404 || status === 410) return "gone";
  // Our signature or the pace was refused, or the service has a problem: none of them is about this message.
  const isPassing = status === 401 || status === 403 || status === 408 || status === 429 || status >= 500;
  return isPassing ? "later" : "refused";
}
