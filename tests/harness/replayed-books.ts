import { cents, formatCents, parseCents, parseUnits } from "@wazi/domain";
import { expect } from "vitest";
import type { TestApp } from "./test-app.ts";

/** Replays all entries and position events from the start: no account is ever negative, and the end equals the stored data. */
export async function expectReplayGivesTheSame({ sql }: Pick<TestApp, "sql">): Promise<void> {
  const entries = await sql<{ code: string; amount: string; transaction_id: string }[]>`
    select a.code, e.amount::text, e.transaction_id::text from ledger_entries e join ledger_accounts a on a.id = e.account_id
    order by e.transaction_id`;
  const balances = new Map<string, bigint>();
  let sum = 0n;
  for (const [index, { code, amount, transaction_id }] of entries.entries()) {
    const next = (balances.get(code) ?? 0n) + parseCents(amount);
    balances.set(code, next);
    sum += parseCents(amount);
    if (entries[index + 1]?.transaction_id !== transaction_id) expect(sum).toBe(0n);
    if (code.startsWith("user:") || code.startsWith("pool:"))
      expect(next >= 0n, `${code} at ${transaction_id}`).toBe(true);
  }
  const kept = await sql<{ code: string; balance: string }[]>`
    select code, balance::text from ledger_accounts where balance is not null`;
  for (const { code, balance } of kept)
    expect([code, formatCents(cents(balances.get(code) ?? 0n))]).toEqual([code, balance]);

  const events = await sql<{ held: string; units: string; own: string; loss: string }[]>`
    select user_id || '/' || bot_id as held, units_delta::text as units, (own_deposit_delta + own_profit_delta)::text as own,
      loss_carried_delta::text as loss
    from position_events order by transaction_id`;
  const positions = new Map<string, { units: bigint; own: bigint; loss: bigint }>();
  for (const { held, units, own, loss } of events) {
    const before = positions.get(held) ?? { units: 0n, own: 0n, loss: 0n };
    const after = {
      units: before.units + parseUnits(units),
      own: before.own + parseCents(own),
      loss: before.loss + parseCents(loss),
    };
    expect(after.units >= 0n && after.own >= 0n && after.loss >= 0n, held).toBe(true);
    positions.set(held, after);
  }
  const rows = await sql<{ held: string; units: string; own: string; loss: string }[]>`
    select user_id || '/' || bot_id as held, units::text, (own_deposit + own_profit)::text as own, loss_carried::text as loss
    from positions`;
  expect(
    rows.map(({ held, units, own, loss }) => [held, parseUnits(units), parseCents(own), parseCents(loss)]).sort(),
  ).toEqual([...positions].map(([held, { units, own, loss }]) => [held, units, own, loss]).sort());
}
