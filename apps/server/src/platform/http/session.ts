import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { DAY_MS } from "@wazi/contracts";

/** Every session ends after this time, even when in use. */
export const SESSION_LIFETIME_MS = 7 * DAY_MS;
/** A browser stays known for this time after its last sign-in. */
export const DEVICE_LIFETIME_MS = 180 * DAY_MS;
const SESSION_COOKIE = "wazi_session";
const DEVICE_COOKIE = "wazi_device";
/** Readable by the page and ignored by the API. Without it the web app does not ask for the current user. */
export const SIGNED_IN_COOKIE = "signed_in";

/** True when the browser uses TLS, to this server, to a trusted proxy or to PUBLIC_ORIGIN. */
export function isServedOverTls(request: FastifyRequest, publicOrigin: string | undefined): boolean {
  return publicOrigin === undefined ? request.protocol === "https" : publicOrigin.startsWith("https:");
}

export interface SessionCookies {
  readSession: (request: FastifyRequest) => string | undefined;
  readDevice: (request: FastifyRequest) => string | undefined;
  writeSession: (request: FastifyRequest, reply: FastifyReply, token: string) => void;
  writeDevice: (request: FastifyRequest, reply: FastifyReply, token: string) => void;
  clearSession: (request: FastifyRequest, reply: FastifyReply) => void;
}

/**
 * The session cookies. Over TLS their names begin with `__Host-`, which binds them to this host and to TLS, and a cookie
 * without that prefix is ignored.
 */
export function createSessionCookies(publicOrigin: string | undefined): SessionCookies {
  const isSecure = (request: FastifyRequest): boolean => isServedOverTls(request, publicOrigin);
  const nameOf = (request: FastifyRequest, name: string): string => (isSecure(request) ? `__Host-${name}` : name);
  const attributes = (request: FastifyRequest): CookieSerializeOptions => ({
    path: "/",
    sameSite: "lax",
    secure: isSecure(request),
  });

  function write(request: FastifyRequest, reply: FastifyReply, name: string, value: string, lifetimeMs: number): void {
    const maxAge = Math.floor(lifetimeMs / 1000);
    reply.setCookie(nameOf(request, name), value, { ...attributes(request), httpOnly: true, maxAge });
  }

  return {
    readSession: (request) => request.cookies[nameOf(request, SESSION_COOKIE)],
    readDevice: (request) => request.cookies[nameOf(request, DEVICE_COOKIE)],
    writeSession(request, reply, token) {
      write(request, reply, SESSION_COOKIE, token, SESSION_LIFETIME_MS);
      const maxAge = Math.floor(SESSION_LIFETIME_MS / 1000);
      reply.setCookie(SIGNED_IN_COOKIE, "1", { ...attributes(request), maxAge });
    },
    writeDevice(request, reply, token) {
      write(request, reply, DEVICE_COOKIE, token, DEVICE_LIFETIME_MS);
    },
    clearSession(request, reply) {
      reply.clearCookie(nameOf(request, SESSION_COOKIE), { ...attributes(request), httpOnly: true });
      reply.clearCookie(SIGNED_IN_COOKIE, attributes(request));
    },
  };
}
