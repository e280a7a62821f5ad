import type { FastifyInstance, FastifyRequest } from "fastify";
import { isServedOverTls } from "./session.ts";

/** No inline code and no other origins. Images may also come from data: and blob: URLs (previews, QR codes). */
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

/** One year, which browsers' preload lists require. */
const STRICT_TRANSPORT_SECURITY = "max-age=31536000; includeSubDomains";

/** Sent with every answer, including errors outside of routes. Static files override cache-control. */
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

/** Returns the headers for an answer; HSTS is added over TLS. */
export function getSecurityHeaders(
  request: FastifyRequest,
  publicOrigin: string | undefined,
): Readonly<Record<string, string>> {
  if (!isServedOverTls(request, publicOrigin)) return securityHeaders;
  return { ...securityHeaders, "strict-transport-security": STRICT_TRANSPORT_SECURITY };
}

/** Must be added before every other hook, so that their errors carry the headers too. */
export function addSecurityHeaders(app: FastifyInstance, publicOrigin: string | undefined): void {
  app.addHook("onRequest", (request, reply, done) => {
    void reply.headers(getSecurityHeaders(request, publicOrigin));
    done();
  });
}
