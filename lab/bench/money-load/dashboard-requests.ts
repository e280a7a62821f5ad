import { DAY_MS } from "@wazi/contracts";
import type { LoadRequest } from "./http-load.ts";
import type { SeededInvestor } from "./seed-investors.ts";

const WEEK_MS = 7 * DAY_MS;
const START_OF_TODAY = new Date(new Date().setHours(0, 0, 0, 0)).toISOString();
const WEEK_AGO = new Date(Date.now() - WEEK_MS).toISOString();

/**
 * The calls of the web app when an investor opens the dashboard, in their order. The event stream is left out.
 * tests/journeys/dashboard-screens.test.ts compares them with those of the browser.
 */
export const dashboardPaths = [
  "/api/auth/user",
  "/api/public/settings",
  `/api/user/performance?from=${START_OF_TODAY}&points=1`,
  "/api/user/bots",
  "/api/user/package-tier",
  "/api/user/trades",
  "/api/user/notifications",
  "/api/user/notices",
  `/api/user/performance?from=${WEEK_AGO}`,
  "/api/bots/sparklines",
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
