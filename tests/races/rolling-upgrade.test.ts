import { expect, it } from "vitest";
import { migrate } from "../../apps/server/src/platform/db/migrate.ts";
import { silentProgress } from "../../apps/server/src/platform/db/watch-step.ts";
import { mpesa, usdt } from "../harness/money-forms.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../harness/test-app.ts";

/**
 * A process of this version serves while one of a later version migrates and takes over. `tests/nightly` and `tests/cluster` do it with whole
 * processes behind proxies.
 */

const INVESTORS = 4;
const FUNDS = 1_000;
const STEPS_EACH = 3;
const BUSY = 503;
/** Columns, an index and a table, on tables that every posting here writes to. */
const LATER = {
  name: "9999-later.sql",
  text: `
    alter table deposits add column later_note text;
    alter table ledger_transactions add column later_note text not null default '';
    alter table withdrawals add column later_note text;
    create index deposits_by_later_note on deposits (later_note) where later_note is not null;
    create table later_notes (deposit_id uuid primary key references deposits (id), note text not null)`,
};

interface Acknowledged {
  deposits: string[];
  withdrawals: string[];
}

/** Repeats a call that was refused as busy, as clients do. Every other refusal fails the test. */
async function callUntilDone(call: () => Promise<TestAnswer>): Promise<{ id: string }> {
  for (;;) {
    const answer = await call();
    if (answer.status === BUSY) continue;
    expect([answer.text, answer.status < 300]).toEqual([answer.text, true]);
    return answer.body;
  }
}

/** Deposits 100 and pays out 10, again and again, through whatever process serves at the time. */
async function moveMoney(investor: TestClient, serving: () => TestApp, isStopped: () => boolean, done: Acknowledged) {
  const approve = (kind: string, id: string, body: object): Promise<{ id: string }> =>
    callUntilDone(() => serving().admin.call("POST", `/api/admin/${kind}/${id}/approve`, body));
  while (!isStopped()) {
    const deposit = await callUntilDone(() =>
      investor.through(serving()).call("POST", "/api/user/deposits", usdt("100")),
    );
    await approve("deposits", deposit.id, { status: "completed" });
    done.deposits.push(deposit.id);
    const withdrawal = await callUntilDone(() =>
      investor.through(serving()).call("POST", "/api/user/withdrawals", mpesa("10")),
    );
    await approve("withdrawals", withdrawal.id, {
      status: "completed",
      transactionHash: `SGR${done.withdrawals.length}`,
    });
    done.withdrawals.push(withdrawal.id);
  }
}

it("a later version migrates and takes over under load, and nothing that was acknowledged is lost", async () => {
  const one = await startTestApp();
  let two: TestApp | undefined;
  let isStopped = false;
  const done: Acknowledged = { deposits: [], withdrawals: [] };
  const investors = await Promise.all(Array.from({ length: INVESTORS }, () => one.funded(String(FUNDS))));
  /** Each investor's process: at first all use the earlier one. */
  const processes = investors.map(() => one);
  const load = investors.map((investor, index) =>
    moveMoney(
      investor,
      () => processes[index] ?? one,
      () => isStopped,
      done,
    ),
  );
  const failed = Promise.all(load).then(() => undefined);
  const untilMore = async (): Promise<void> => {
    const enough = done.withdrawals.length + INVESTORS * STEPS_EACH;
    await Promise.race([failed, expect.poll(() => done.withdrawals.length).toBeGreaterThanOrEqual(enough)]);
  };
  try {
    await untilMore();
    expect(await migrate(one.database.url, silentProgress, { further: [LATER] })).toEqual([LATER.name]);
    // The earlier version goes on with the later schema.
    await untilMore();
    two = await startTestApp(one.database);
    processes.fill(two, 0, INVESTORS / 2);
    await untilMore();
    processes.fill(two);
    await untilMore();
    isStopped = true;
    await failed;
    const [found] = await two.sql`
      select (select count(*)::int from deposits d join ledger_transactions t on t.id = d.ledger_transaction_id
          where d.id = any(${done.deposits}::uuid[]) and d.status = 'completed' and d.later_note is null) as deposits,
        (select count(*)::int from withdrawals where id = any(${done.withdrawals}::uuid[]) and status = 'completed') as withdrawals,
        (select sum(balance)::float8 from ledger_accounts where user_id = any(${investors.map(({ userId }) => userId)}::uuid[])) as held`;
    expect(found).toEqual({
      deposits: done.deposits.length,
      withdrawals: done.withdrawals.length,
      held: INVESTORS * FUNDS + 100 * done.deposits.length - 10 * done.withdrawals.length,
    });
    expect(await two.differences()).toEqual([]);
  } finally {
    isStopped = true;
    await failed.catch(() => undefined);
    await two?.close();
    await one.close();
  }
});
