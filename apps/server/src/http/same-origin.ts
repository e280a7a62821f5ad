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
 * Whether a browser says that another origin's page sent this: in `Origin` and `Sec-Fetch-Site`, which pages can't
 * change. One with neither header, which no browser of the last years sends, is taken for our own.
 */
export function isCrossOrigin(request: FastifyRequest, publicOrigin: string | undefined): boolean {
  const fetchSite = request.headers["sec-fetch-site"];
  if (fetchSite !== undefined && !ownFetchSites.has(String(fetchSite))) return true;
  const { origin } = request.headers;
  return origin !== undefined && !isOwnOrigin(origin, request, publicOrigin);
}

/** Stands in for CSRF tokens: a request that changes something is refused when it comes from anywhere else. */
export function refuseCrossOriginRequests(app: FastifyInstance, publicOrigin: string | undefined): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const isChange = !readingMethods.has(request.method);
    if (isChange && isCrossOrigin(request, publicOrigin))
      done(new AppError("FORBIDDEN", "Requests from another site are not allowed."));
    else done();
  });
}
