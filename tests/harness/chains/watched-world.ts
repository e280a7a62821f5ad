import type { DepositCurrency } from "@wazi/contracts";
import { parseCents, type ConfirmationStep } from "@wazi/domain";
import { createAnnouncer } from "../../../apps/server/src/platform/hints/announcer.ts";
import { createDatabaseHints } from "../../../apps/server/src/platform/hints/hint-channel.ts";
import { findRate } from "../../../apps/server/src/deposits/requests/store.ts";
import type { ChainReader } from "../../../apps/server/src/deposits/chains/chain-reader.ts";
import { runRound, type WatchDeps } from "../../../apps/server/src/deposits/chains/watch-deposits.ts";
import type { Deposit } from "@wazi/contracts";
import type { TestApp, TestClient } from "../test-app.ts";

/** A payment as the tests compare it. */
export interface SeenPaymentRow {
  status: string;
  reason: string | null;
  timing: string;
  amount: string | null;
  coins: string;
  credited: string | null;
  rate: string | null;
  why: string | null;
}

const STEPS: readonly ConfirmationStep[] = [
  { from: parseCents("0"), confirmations: 2 },
  { from: parseCents("10000"), confirmations: 4 },
];

const silent = { info: () => undefined, warn: () => undefined };

/** Every cent is credited, unless a test sets another bound. */
export function watchDepsOf(test: TestApp, mode: WatchDeps["mode"] = "automatic", now = () => new Date()): WatchDeps {
  const { sql, door } = test;
  return {
    sql,
    door,
    now,
    mode,
    dustBelow: parseCents("0.01"),
    isTest: true,
    log: silent,
    announcer: createAnnouncer(createDatabaseHints(sql)),
    findRate: (currency) => findRate(sql, currency, new Date(Date.now() - 60_000)),
  };
}

/** Reads the chain until nothing is left to read. */
export async function settle(deps: WatchDeps, reader: ChainReader, steps = STEPS): Promise<void> {
  for (;;) {
    const { isBehind } = await runRound(deps, { reader, steps, everyMs: 1 });
    if (!isBehind) return;
  }
}

export async function requestDeposit(
  client: TestClient,
  amount: string,
  currency: DepositCurrency = "USDT",
  network = "TRC20",
): Promise<Deposit> {
  const answer = await client.call("POST", "/api/user/deposits", { amount, currency, network });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}

/** The payments to an investor's addresses, in the order in which they were seen. */
export function paymentsOf(test: TestApp, client: TestClient): Promise<SeenPaymentRow[]> {
  return test.sql<SeenPaymentRow[]>`
    select status, review_reason as reason, timing, amount_state as amount, trim_scale(coins)::text as coins,
      credited_amount::text as credited, trim_scale(rate)::text as rate, rate_reason as why
    from deposit_payments where user_id = ${client.userId} order by seen_at, coins, id`;
}

/** Moves a deposit into the past, as if it had been requested then. */
export async function ageDeposit(test: TestApp, id: string, minutes: number): Promise<void> {
  await test.sql`
    update deposits set created_at = created_at - make_interval(mins => ${minutes}), version = version + 1 where id = ${id}`;
}

/** Sets the price of a coin, such as BTC/USD. */
export async function setPrice(test: TestApp, symbol: string, price: number): Promise<void> {
  await test.sql`
    insert into market_prices (market, symbol, price, change_percent, feed, priced_at, place)
    values ('crypto', ${symbol}, ${price}, 0, 'simulated', now(), 1)
    on conflict (market, symbol) do update set price = excluded.price, priced_at = excluded.priced_at`;
}
