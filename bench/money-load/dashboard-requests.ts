import type { LoadRequest } from "./http-load.ts";
import type { SeededInvestor } from "./seed-investors.ts";

/** The calls of the web app when an investor opens the dashboard, in their order. The event stream is left out. */
export const dashboardPaths = [
  "/api/auth/user",
  "/api/public/settings",
  "/api/user/bots",
  "/api/user/package-tier",
  "/api/user/notices",
  "/api/user/trades",
  "/api/user/balance-history",
] as const;

export function createRead({ token }: SeededInvestor, path: string): LoadRequest {
  return { method: "GET", path, headers: { cookie: `wazi_session=${token}` } };
}

/** The calls of one dashboard after the other, each of another investor. */
export function createDashboardRead(
  investors: readonly SeededInvestor[],
  place: { connection: number; connections: number; round: number },
): LoadRequest {
  const { connection, connections, round } = place;
  const dashboard = connection + connections * Math.floor(round / dashboardPaths.length);
  return createRead(investors[dashboard % investors.length]!, dashboardPaths[round % dashboardPaths.length]!);
}

export function pickRead(investors: readonly SeededInvestor[]): LoadRequest {
  const investor = investors[Math.floor(Math.random() * investors.length)]!;
  return createRead(investor, dashboardPaths[Math.floor(Math.random() * dashboardPaths.length)]!);
}
