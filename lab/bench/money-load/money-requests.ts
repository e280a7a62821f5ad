import { randomUUID } from "node:crypto";
import type { LoadRequest } from "./http-load.ts";
import type { SeededInvestor } from "./seed-investors.ts";

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
