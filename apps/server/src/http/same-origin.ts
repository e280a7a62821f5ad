import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../core/app-error.ts";

const readingMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
/** Another origin of the same site (a neighbouring port or subdomain) is not trusted either. */
const ownFetchSites: ReadonlySet<string> = new Set(["same-origin", "none"]);

/** Whether the Origin header names the host and port that the request was sent to; the scheme too, where it is known. */
function isOwnOrigin(origin: string, request: FastifyRequest, publicOrigin: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  if (publicOrigin !== undefined) return from.origin === publicOrigin;
  if (from.protocol !== "http:" && from.protocol !== "https:") return false;
  // Behind a proxy that is not trusted the request looks like plain HTTP whatever the browser speaks.
  if (request.protocol === "https" && from.protocol !== "https:") return false;
  const own = `${from.protocol}//${request.host}`;
  return URL.canParse(own) && new URL(own).host === from.host;
}

/**
 * Stands in for CSRF tokens: browsers say in `Origin` and `Sec-Fetch-Site` where a request comes from, and pages
 * can't change that. A request that changes something from anywhere else is refused; one with neither header, which
 * no browser of the last years sends, is taken.
 */
function isFromElsewhere(request: FastifyRequest, publicOrigin: string | undefined): boolean {
  if (readingMethods.has(request.method)) return false;
  const fetchSite = request.headers["sec-fetch-site"];
  if (fetchSite !== undefined && !ownFetchSites.has(String(fetchSite))) return true;
  const { origin } = request.headers;
  return origin !== undefined && !isOwnOrigin(origin, request, publicOrigin);
}

export function refuseOtherOrigins(app: FastifyInstance, publicOrigin: string | undefined): void {
  app.addHook("onRequest", (request, _reply, done) => {
    if (isFromElsewhere(request, publicOrigin)) done(new AppError("FORBIDDEN", "This request came from another site."));
    else done();
  });
}
