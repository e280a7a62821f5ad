import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Call } from "@wazi/contracts";

/** A shorter answer fits into one packet with its headers, so compressing it saves no time on the way. */
const MIN_BYTES = 1_200;
/** Higher levels take several times as long for a few per cent. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 5;

const compressWithBrotli = promisify(brotliCompress);
const compressWithGzip = promisify(gzip);

/** Best first. Each compresses outside of the event loop. */
const encodings = [
  {
    name: "br",
    compress: (bytes: Buffer): Promise<Buffer> =>
      compressWithBrotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  },
  { name: "gzip", compress: (bytes: Buffer): Promise<Buffer> => compressWithGzip(bytes, { level: GZIP_LEVEL }) },
] as const;
type Encoding = (typeof encodings)[number];

/**
 * True for calls whose answers may be compressed. The length of a compressed answer tells something about its content to
 * whoever sees the encrypted traffic (BREACH, https://www.breachattack.com). Answers to changes may contain secrets, such
 * as a key for an authenticator app. Administrators' answers mix texts of many users. Both are sent as they are.
 */
export function isCompressible({ method, permission, mediaType }: Call): boolean {
  const isJson = mediaType === undefined || mediaType === "application/json";
  return method === "GET" && permission !== "admin" && isJson;
}

/** The last answer of each public call: calls that arrive together share its compressed form. */
const lastPublic = new WeakMap<Call, { json: string; name: Encoding["name"]; bytes: Promise<Buffer> }>();

/**
 * Compresses the JSON of a compressible call for a client that accepts it. Undefined when it is too short or the client
 * accepts no encoding that we have.
 */
export function compressJson(
  call: Call,
  json: string,
  acceptEncoding: string | string[] | undefined,
): { name: string; bytes: Promise<Buffer> } | undefined {
  if (json.length < MIN_BYTES) return undefined;
  const accepted = parseAcceptedEncodings(acceptEncoding);
  const encoding = encodings.find(({ name }) => accepted.has(name));
  if (encoding === undefined) return undefined;
  const { name, compress } = encoding;
  const last = lastPublic.get(call);
  if (last?.json === json && last.name === name) return last;
  const made = { json, name, bytes: compress(Buffer.from(json)) };
  if (call.permission === "public") lastPublic.set(call, made);
  return made;
}

/** All compressed forms of an answer that is the same for everyone. */
export const compressPrepared = (bytes: Buffer): Promise<{ name: string; bytes: Buffer }[]> =>
  Promise.all(encodings.map(async ({ name, compress }) => ({ name, bytes: await compress(bytes) })));

/** Parses an Accept-Encoding header. Encodings with a quality of 0 are left out. */
export function parseAcceptedEncodings(header: string | string[] | undefined): ReadonlySet<string> {
  const offers = String(header ?? "").split(",");
  const names = offers.filter((offer) => !/;\s*q=0(\.0*)?\s*$/.test(offer)).map((offer) => offer.split(";")[0] ?? "");
  return new Set(names.map((name) => name.trim().toLowerCase()));
}
