import { randomUUID } from "node:crypto";
import type { LoadRequest } from "./http-load.ts";
import type { SeededInvestor } from "./seed-investors.ts";
import { DAY_MS } from "@wazi/contracts";

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

/** This share of the transfers is made by the first investors, who are this share of all. */
const HOT_CALLS = 0.2;
const HOT_INVESTORS = 0.01;
const MAX_CENTS = 500;

const post = ({ token }: SeededInvestor, path: string, body: object): LoadRequest => ({
  method: "POST",
  path,
  headers: { cookie: `wazi_session=${token}`, "idempotency-key": randomUUID() },
  body: JSON.stringify(body),
});

function pickSkewed(investors: readonly SeededInvestor[]): SeededInvestor {
  const share = Math.random() < HOT_CALLS ? HOT_INVESTORS : 1;
  return investors[Math.floor(Math.random() * Math.ceil(investors.length * share))]!;
}

/** Transfers a few dollars from an investor's positions to the balance, with a new key each. */
export function createTransfer(investors: readonly SeededInvestor[]): LoadRequest {
  const amount = ((1 + Math.floor(Math.random() * MAX_CENTS)) / 100).toFixed(2);
  return post(pickSkewed(investors), "/api/user/investment/transfer", { amount });
}

/** Allocates to one bot and redeems again, in turns, with different investors on each connection. */
export function createFlow(
  investors: readonly SeededInvestor[],
  botId: string,
  place: { connection: number; connections: number; round: number },
): LoadRequest {
  const { connection, connections, round } = place;
  const each = Math.floor(investors.length / connections);
  const investor = investors[connection * each + (Math.floor(round / 2) % each)]!;
  return round % 2 === 0
    ? post(investor, "/api/user/bots/activate", { botId, allocatedAmount: "250" })
    : post(investor, "/api/user/bots/deactivate", { botId });
}
