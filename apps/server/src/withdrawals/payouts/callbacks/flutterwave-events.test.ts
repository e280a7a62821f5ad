import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Withdrawal } from "@wazi/contracts";
import { startFlutterwave, type PayoutService } from "../../../../../../tests/harness/fake-payout-services.ts";
import { accountOf } from "../../../../../../tests/harness/money-calls.ts";
import {
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestClient,
} from "../../../../../../tests/harness/test-app.ts";
import { takeLease } from "../../../platform/jobs/store.ts";
import { findRailDifferences } from "../../../bank/rail-checks/rail-checks.ts";
import { advanceDuePayouts } from "../run-payout-worker.ts";

const HASH = "a-secret-hash-of-webhooks";
let test: TestApp;
let flutterwave: PayoutService;

beforeAll(async () => {
  flutterwave = await startFlutterwave();
  const env = { PAYOUTS: "automatic", FLUTTERWAVE_SECRET_KEY: "FLWSECK_TEST", FLUTTERWAVE_SECRET_HASH: HASH };
  test = await startTestApp(undefined, undefined, env, undefined, [flutterwave.rail]);
  const rate = { currency: "NGN", rate: "1540", source: "Central bank" };
  expect((await test.admin.call("POST", "/api/admin/local-rates", rate)).status).toBe(201);
});
afterAll(async () => {
  await test.close();
  await flutterwave.fake.close();
});

async function work(): Promise<void> {
  const lease = await takeLease(test.sql, "events", true, "payouts");
  const deps = {
    sql: test.sql,
    door: test.door,
    now: () => new Date(),
    rails: [flutterwave.rail],
    dailyLimit: undefined,
    timing: { firstCheckMs: 0, callTimeoutMs: 1_000, retryMs: 0 },
    toDollars: () => Promise.resolve(null),
  };
  if (lease) await advanceDuePayouts({ ...deps, log: { warn: () => undefined } }, lease);
}

/** An investor whose withdrawal of $10 has been sent. */
async function sendWithdrawal(): Promise<{ investor: TestClient; id: string; reference: string }> {
  const investor = await test.funded("1000");
  const asked = await investor.call("POST", "/api/user/withdrawals", {
    amount: "10",
    withdrawalType: "bank",
    country: "Nigeria",
    bankName: "Access Bank",
    accountName: "Amina Otieno",
    destinationAddress: "0690000040",
  });
  const { id } = asked.body as Withdrawal;
  const approved = await test.admin.call("POST", `/api/admin/withdrawals/${id}/approve`, { status: "completed" });
  expect([approved.status, approved.text]).toEqual([200, expect.any(String)]);
  await work();
  const [row] = await test.sql<{ reference: string }[]>`select reference from payouts where withdrawal_id = ${id}`;
  return { investor, id, reference: row?.reference ?? "" };
}

/** An event of a transfer as the documentation of v3 has it. */
const toEvent = (reference: string, status: string): object => ({
  event: "transfer.completed",
  "event.type": "Transfer",
  data: { id: 33_286, reference, status, amount: 15_400, currency: "NGN", fee: 10.75, debit_currency: "NGN" },
});
const post = (body: object, hash = HASH): Promise<TestAnswer> =>
  test.visitor().call("POST", "/api/callbacks/flutterwave", body, { "verif-hash": hash });
const find = async (investor: TestClient, id: string): Promise<Withdrawal | undefined> =>
  ((await investor.call("GET", "/api/user/withdrawals")).body as Withdrawal[]).find((each) => each.id === id);

describe("events of Flutterwave", () => {
  it("about a transfer that came back after it was paid return the money once, as an entry of its own", async () => {
    const { investor, id, reference } = await sendWithdrawal();
    flutterwave.end("paid");
    expect((await post(toEvent(reference, "SUCCESSFUL"))).status).toBe(204);
    expect(await find(investor, id)).toMatchObject({ status: "completed", payout: { state: "confirmed" } });
    expect((await accountOf(investor)).balance).toBe("990.00");
    // Only the answer to a question moves money, not what the event says.
    expect((await post(toEvent(reference, "REVERSED"))).status).toBe(204);
    expect(await find(investor, id)).toMatchObject({ status: "completed", payout: { state: "confirmed" } });

    flutterwave.reverse(reference);
    expect((await post(toEvent(reference, "REVERSED"), "another-hash-of-webhooks")).status).toBe(403);
    expect((await accountOf(investor)).balance).toBe("990.00");
    for (let time = 0; time < 3; time += 1) expect((await post(toEvent(reference, "REVERSED"))).status).toBe(204);
    expect(await find(investor, id)).toMatchObject({ status: "rejected", payout: { state: "reversed" } });
    expect((await accountOf(investor)).balance).toBe("1000.00");
    const entries = await test.sql<{ kind: string; amount: string }[]>`
      select t.kind, e.amount::text from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      join ledger_accounts a on a.id = e.account_id
      where a.user_id = ${investor.userId} and t.kind in ('withdrawal-paid', 'withdrawal-reversed') order by t.id`;
    expect(entries).toEqual([
      { kind: "withdrawal-paid", amount: "-10.00" },
      { kind: "withdrawal-reversed", amount: "10.00" },
    ]);
    expect(await test.differences()).toEqual([]);
    expect(await findRailDifferences(test.sql)).toEqual([]);
  });
});
