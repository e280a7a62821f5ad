import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../base/app-error.ts";
import * as texts from "../../messages/platform.ts";

/**
 * Call options for GET calls that are expensive or leave a trace. Other GET calls accept cross-origin requests, because
 * the requesting page cannot read the answer.
 */
export const sameOriginOnly = (app: FastifyInstance) => ({
  beforeBody: ({ request }: { request: FastifyRequest }): void => {
    if (app.calls.isCrossOrigin(request)) throw new AppError("FORBIDDEN", texts.otherSite);
  },
});

/** The installation as browsers know it: its origin, and the host name that passkeys are bound to. */
export interface Site {
  origin: string;
  rpId: string;
}

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

/**
 * Returns the origin and host name under which the browser of a request knows this installation. They are the setting's,
 * or else those of the request. A changing request's Origin header was compared with its host before, and names the
 * scheme also behind a proxy.
 */
export function findSite(request: FastifyRequest, publicOrigin: string | undefined): Site {
  const given = request.headers.origin;
  const origin =
    publicOrigin ?? (given !== undefined && URL.canParse(given) ? given : `${request.protocol}://${request.host}`);
  const url = new URL(URL.canParse(origin) ? origin : "http://localhost");
  return { origin: url.origin, rpId: url.hostname };
}

/** Replaces CSRF tokens: rejects every cross-origin request that could change data. */
export function refuseCrossOriginRequests(app: FastifyInstance, publicOrigin: string | undefined): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const isChange = !readingMethods.has(request.method);
    if (isChange && isCrossOrigin(request, publicOrigin)) done(new AppError("FORBIDDEN", texts.otherSite));
    else done();
  });
}
