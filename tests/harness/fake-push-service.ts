import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface ReceivedPush {
  /** The browser's name in the address. */
  name: string;
  /** The text that the browser decrypts. */
  text: string;
  headers: Record<string, string | string[] | undefined>;
  /** The claims of the signature. */
  claims: { aud: string; exp: number; sub: string };
  bodyLength: number;
}

export interface FakeBrowser {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface FakePushService {
  origin: string;
  received: ReceivedPush[];
  /** The statuses of the next answers; 201 when there is none. */
  answers: number[];
  /** Where its answers point to. */
  location: string;
  /** A browser that subscribed here, as it tells the server. */
  createBrowser(): FakeBrowser;
  close(): Promise<void>;
}

interface BrowserKeys {
  pair: ECDH;
  auth: Buffer;
}

/**
 * A push service on this machine. It checks the sender's signature (RFC 8292) and decrypts messages as a browser does (RFC 8291),
 * with code of its own.
 */
export async function startFakePushService(): Promise<FakePushService> {
  const browsers = new Map<string, BrowserKeys>();
  const received: ReceivedPush[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const status = answers.shift() ?? 201;
      const name = (request.url ?? "").slice(1);
      const keys = browsers.get(name);
      if (keys === undefined) {
        response.writeHead(404).end();
        return;
      }
      const body = Buffer.concat(chunks);
      const claims = readSignature(request.headers.authorization ?? "");
      if (status < 300)
        received.push({ name, text: decrypt(body, keys), headers: request.headers, claims, bodyLength: body.length });
      response.writeHead(status, { location: service.location }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: FakePushService = {
    origin,
    received,
    answers,
    location: "http://169.254.169.254/",
    createBrowser() {
      const name = randomBytes(16).toString("hex");
      const pair = createECDH("prime256v1");
      pair.generateKeys();
      const auth = randomBytes(16);
      browsers.set(name, { pair, auth });
      return {
        endpoint: `${origin}/${name}`,
        p256dh: pair.getPublicKey().toString("base64url"),
        auth: auth.toString("base64url"),
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return service;
}

/** @throws Error for a token that the key beside it has not signed */
function readSignature(header: string): ReceivedPush["claims"] {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const toText = (from: number): string => point.subarray(from, from + 32).toString("base64url");
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x: toText(1), y: toText(33) }, format: "jwk" });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) throw new Error("the push message is not signed");
  return JSON.parse(Buffer.from(claims, "base64url").toString()) as ReceivedPush["claims"];
}

/** RFC 8291 with one record of RFC 8188. */
function decrypt(body: Buffer, { pair, auth }: BrowserKeys): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), senderKey]);
  const secret = Buffer.from(hkdfSync("sha256", pair.computeSecret(senderKey), auth, info, 32));
  const derive = (name: string, length: number): Buffer =>
    Buffer.from(hkdfSync("sha256", secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error("the record is not the last one");
  return padded.subarray(0, end).toString();
}
