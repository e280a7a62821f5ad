import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join, relative, sep } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parseAcceptedEncodings } from "./compress-json.ts";
import { sendNotFound } from "./errors.ts";
import { SIGNED_IN_COOKIE } from "./session.ts";

const contentTypes: Readonly<Record<string, string>> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".xml": "application/xml; charset=utf-8",
};

/** Compressed variants that the build writes beside each file, best first. */
const encodings = [
  { name: "br", extension: ".br" },
  { name: "gzip", extension: ".gz" },
] as const;

/**
 * Vite writes hashed files to assets/ as name-hash.ext. New content gets a new name, so browsers may cache these files
 * for good. Files from public/ keep their names and are revalidated.
 */
const hashedAsset = /^\/assets\/.*-[\w-]{8}\.\w+$/;
const IMMUTABLE = "public, max-age=31536000, immutable";
const REVALIDATE = "no-cache";

/** A file that is kept in memory, with its compressed forms. */
export interface WebFile {
  contentType: string;
  cacheControl: string;
  etag: string;
  plain: Buffer;
  encoded: { name: string; bytes: Buffer }[];
}

/** Contains the pages for signed-in users under the same paths. */
const SIGNED_IN_FOLDER = "/signed-in";

/**
 * Serves the built web app from memory (a few megabytes), so that no other file can be reached and no request waits for
 * the disk. `/about` is `about.html` or `about/index.html`. A browser with the signed-in cookie gets
 * `signed-in/about.html`, so that the visitor's page does not flash up. `/bots/7` is `bots/[id].html`. A path without a
 * page gets `404.html` with status 404.
 */
export function serveWebApp(app: FastifyInstance, webRoot: string): void {
  const files = readWebFiles(webRoot);
  app.get("/*", { exposeHeadRoute: true }, (request, reply) => {
    const path = readPath(request);
    if (path === undefined || path === "/api" || path.startsWith("/api/")) return sendNotFound(request, reply);
    const forSignedIn = findPage(files, join(SIGNED_IN_FOLDER, path));
    // Shared caches must know that the page depends on the cookie.
    if (forSignedIn !== undefined) void reply.header("vary", "accept-encoding, cookie");
    const isSignedIn = forSignedIn !== undefined && request.cookies[SIGNED_IN_COOKIE] === "1";
    const file = isBelow(path, SIGNED_IN_FOLDER) ? undefined : (files.get(path) ?? findPage(files, path));
    if (file !== undefined) return sendFile(isSignedIn ? forSignedIn : file, request, reply);
    const missing = isNavigation(request, path) ? files.get("/404.html") : undefined;
    return missing === undefined ? sendNotFound(request, reply) : sendFile(missing, request, reply.code(404));
  });
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** `/bots/7` without its own file is `/bots/[id].html`; the page reads the id from the path. */
function findPage(files: ReadonlyMap<string, WebFile>, path: string): WebFile | undefined {
  const plain = path.replace(/\/$/, "");
  return (
    files.get(`${plain}.html`) ?? files.get(join(path, "index.html")) ?? files.get(join(dirname(plain), "[id].html"))
  );
}

function readWebFiles(webRoot: string): ReadonlyMap<string, WebFile> {
  const files = new Map<string, WebFile>();
  for (const entry of readdirSync(webRoot, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const address = `/${relative(webRoot, path).split(sep).join("/")}`;
    const contentType = contentTypes[extname(entry.name)];
    // Names with a leading dot are internal to the build.
    if (!entry.isFile() || contentType === undefined || address.includes("/.")) continue;
    const plain = readFileSync(path);
    files.set(address, {
      contentType,
      cacheControl: hashedAsset.test(address) ? IMMUTABLE : REVALIDATE,
      etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
      plain,
      encoded: encodings
        .filter(({ extension }) => existsSync(path + extension))
        .map(({ name, extension }) => ({ name, bytes: readFileSync(path + extension) })),
    });
  }
  return files;
}

/** The path without the query; undefined when it cannot be decoded. */
function readPath(request: FastifyRequest): string | undefined {
  try {
    return decodeURIComponent(request.url.split("?", 1)[0] ?? "/");
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** True for page requests only, so that a missing script gets a plain 404 and not the 404 page. */
function isNavigation(request: FastifyRequest, path: string): boolean {
  const accept = request.headers.accept ?? "*/*";
  return extname(path) === "" && (accept.includes("text/html") || accept.includes("*/*"));
}

export function sendFile(file: WebFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const accepted = parseAcceptedEncodings(request.headers["accept-encoding"]);
  const encoded = file.encoded.find(({ name }) => accepted.has(name));
  // Each encoding has its own ETag, so that shared caches can tell them apart.
  const etag = encoded === undefined ? file.etag : file.etag.replace(/"$/, `-${encoded.name}"`);
  void reply.headers({ "cache-control": file.cacheControl, etag });
  if (!reply.hasHeader("vary")) void reply.header("vary", "accept-encoding");
  const isFound = reply.statusCode === 200;
  if (isFound && isKnownToBrowser(request.headers["if-none-match"], etag)) return reply.code(304).send();
  if (encoded !== undefined) void reply.header("content-encoding", encoded.name);
  return reply.type(file.contentType).send(encoded?.bytes ?? file.plain);
}

function isKnownToBrowser(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? "").split(",").some((known) => known.trim().replace(/^W\//, "") === etag);
}
