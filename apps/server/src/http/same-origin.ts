import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../core/app-error.ts";

const readingMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
/** "same-site" is missing on purpose: other ports and subdomains are not trusted. */
const ownFetchSites: ReadonlySet<string> = new Set(["same-origin", "none"]);

/** True when the Origin header matches the host and port of the request, and the scheme where it is known. */
function isOwnOrigin(origin: string, request: FastifyRequest, publicOrigin: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  if (publicOrigin !== undefined) return from.origin === publicOrigin;
  if (from.protocol !== "http:" && from.protocol !== "https:") return false;
  // Behind an untrusted proxy every request looks like plain HTTP.
  if (request.protocol === "https" && from.protocol !== "https:") return false;
  const own = `${from.protocol}//${request.host}`;
  return URL.canParse(own) && new URL(own).host === from.host;
}

/**
 * True when `Origin` or `Sec-Fetch-Site`, which pages cannot change, name another origin. A request with neither header
 * is accepted: browsers of recent years always send one of them.
 */
export function isCrossOrigin(request: FastifyRequest, publicOrigin: string | undefined): boolean {
  const fetchSite = request.headers["sec-fetch-site"];
  if (fetchSite !== undefined && !ownFetchSites.has(String(fetchSite))) return true;
  const { origin } = request.headers;
  return origin !== undefined && !isOwnOrigin(origin, request, publicOrigin);
}

/** Replaces CSRF tokens: rejects every cross-origin request that could change data. */
export function refuseCrossOriginRequests(app: FastifyInstance, publicOrigin: string | undefined): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const isChange = !readingMethods.has(request.method);
    if (isChange && isCrossOrigin(request, publicOrigin))
      done(new AppError("FORBIDDEN", "Requests from another site are not allowed."));
    else done();
  });
}
