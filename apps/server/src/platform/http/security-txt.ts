import { DAY_MS } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";

/** RFC 9116 recommends less than a year. The text is made for each request, so it expires only when the service has ended. */
const VALID_MS = 180 * DAY_MS;

/**
 * Serves `/.well-known/security.txt` (RFC 9116), which tells whom to write to about a security problem. Without SECURITY_CONTACT it names the
 * site's own security page.
 */
export function addSecurityTxt(
  app: FastifyInstance,
  { securityContact, publicOrigin }: { securityContact: string | undefined; publicOrigin: string | undefined },
): void {
  app.get("/.well-known/security.txt", (request, reply) => {
    const origin = publicOrigin ?? `${request.protocol}://${request.host}`;
    const endOfDay = Math.ceil((Date.now() + VALID_MS) / DAY_MS) * DAY_MS;
    const lines = [
      `Contact: ${securityContact ?? `${origin}/security`}`,
      `Expires: ${new Date(endOfDay).toISOString()}`,
      "Preferred-Languages: en",
      `Policy: ${origin}/security`,
      ...(publicOrigin === undefined ? [] : [`Canonical: ${origin}/.well-known/security.txt`]),
    ];
    void reply.type("text/plain; charset=utf-8").header("cache-control", "no-store");
    return `${lines.join("\n")}\n`;
  });
}
