import type { FastifyInstance, FastifyRequest } from "fastify";
import { isServedOverTls } from "./session.ts";

/** Nothing inline and nothing from elsewhere; pictures also from the page's own memory (previews, QR codes). */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "img-src 'self' data: blob:",
].join("; ");

const PERMISSIONS_POLICY = ["camera", "microphone", "geolocation", "payment", "usb", "browsing-topics"]
  .map((feature) => `${feature}=()`)
  .join(", ");

/** A year, in seconds, as browsers' preload lists ask. */
const STRICT_TRANSPORT_SECURITY = "max-age=31536000; includeSubDomains";

/** On each and every answer, also those that no route has made. Static files set a cache-control of their own. */
export const securityHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": CONTENT_SECURITY_POLICY,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": PERMISSIONS_POLICY,
  "cache-control": "no-store",
};

/** The headers of an answer to this request: over TLS there is one more. */
export function getSecurityHeaders(
  request: FastifyRequest,
  publicOrigin: string | undefined,
): Readonly<Record<string, string>> {
  if (!isServedOverTls(request, publicOrigin)) return securityHeaders;
  return { ...securityHeaders, "strict-transport-security": STRICT_TRANSPORT_SECURITY };
}

/** To be added before every other hook, so that what those refuse carries the headers too. */
export function addSecurityHeaders(app: FastifyInstance, publicOrigin: string | undefined): void {
  app.addHook("onRequest", (request, reply, done) => {
    void reply.headers(getSecurityHeaders(request, publicOrigin));
    done();
  });
}
