import { createGuard } from "../people/identity/guard.ts";
import type { SessionDeps } from "../people/sessions/sessions.ts";
import { buildServer, type ServerOptions, type ServerSettings } from "../platform/http/build-server.ts";
import type { App } from "../platform/http/register-call.ts";

export interface AppOptions extends Omit<ServerOptions, "settings" | "guard"> {
  settings: ServerSettings & { rateLimitScale: number };
  sessions: SessionDeps;
}

/** Builds the HTTP server with Wazi's sessions, without its API calls. */
export function buildApp({ sessions, ...options }: AppOptions): App {
  const { rateLimitScale } = options.settings;
  return buildServer({
    ...options,
    guard: createGuard({ ...sessions, rateLimitScale, isLive: options.requiresAdminFactor === true }),
  });
}
