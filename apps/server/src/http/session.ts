import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { deviceLifetimeMs, sessionLifetimeMs } from "../core/identity/sessions.ts";

const sessionCookie = "wazi_session";
const deviceCookie = "wazi_device";
/** Readable by the page and worth nothing here: without it the web app makes no current-user call. */
export const signedInCookie = "signed_in";

/** Whether the person's browser speaks TLS: to us, to a trusted proxy, or to whatever serves PUBLIC_ORIGIN. */
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
 * The cookies of a session. Under TLS their names begin with `__Host-`, which binds them to this host and to TLS, and
 * a cookie without that prefix is not looked at.
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
    readSession: (request) => request.cookies[nameOf(request, sessionCookie)],
    readDevice: (request) => request.cookies[nameOf(request, deviceCookie)],
    writeSession(request, reply, token) {
      write(request, reply, sessionCookie, token, sessionLifetimeMs);
      const maxAge = Math.floor(sessionLifetimeMs / 1000);
      reply.setCookie(signedInCookie, "1", { ...attributes(request), maxAge });
    },
    writeDevice(request, reply, token) {
      write(request, reply, deviceCookie, token, deviceLifetimeMs);
    },
    clearSession(request, reply) {
      reply.clearCookie(nameOf(request, sessionCookie), { ...attributes(request), httpOnly: true });
      reply.clearCookie(signedInCookie, attributes(request));
    },
  };
}
