import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createHoldingDoor } from "../harness/holding-door.ts";
import {
  accountOf,
  activate,
  atOnce,
  errorOf,
  isSuccess,
  mpesa,
  startTwins,
  statusCounts,
  usdt,
  type Twins,
} from "../harness/money-calls.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../harness/test-app.ts";
import { byDepth } from "../harness/test-depth.ts";

const CALLS = 32;
const ROUNDS = byDepth({ ci: 2, long: 6 });

let twins: Twins;
let test: TestApp;
let admins: readonly [TestClient, TestClient];
let botIds: string[];

beforeAll(async () => {
  twins = await startTwins();
  test = twins.one;
  admins = [twins.one.admin, twins.two.admin];
  botIds = ((await test.visitor().call("GET", "/api/bots")).body as { id: string }[]).map(({ id }) => id);
});

afterAll(async () => {
  const [row] = await test.sql<{ deadlocks: string }[]>`
    select deadlocks::text from pg_stat_database where datname = current_database()`;
  expect(row?.deadlocks).toBe("0");
  await twins.close();
});

async function rounds(run: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    await run(round);
    expect(await test.differences()).toEqual([]);
  }
}

function expectAmong(answers: readonly TestAnswer[], statuses: readonly number[]): void {
  for (const answer of answers) {
    expect(statuses, answer.text).toContain(answer.status);
    if (answer.status === 503) expect(errorOf(answer).code).toBe("BUSY");
  }
}

const toUserPath = (client: TestClient, call = ""): string => `/api/admin/users/${client.userId}${call}`;

interface UserState {
  gone: boolean;
  active: boolean;
  positions: number;
  deposits: number;
}

async function readState({ userId }: TestClient): Promise<UserState> {
  const [row] = await test.sql<UserState[]>`
    select deleted_at is not null as gone, is_active as active,
      (select count(*)::int from positions p where p.user_id = u.id and p.is_active) as positions,
      (select count(*)::int from deposits d where d.user_id = u.id and d.status = 'pending') as deposits
    from users u where id = ${userId}`;
  return row!;
}

describe("32 calls at once, over two instances", () => {
  it("edit and withdraw a balance: every edit uses the current balance", () =>
    rounds(async () => {
      const investor = await test.funded("1000");
      const sessions = twins.both(investor);
      const body = { balance: "1500", expected: { balance: "1000" } };
      const answers = await atOnce(CALLS, admins, (admin, index) =>
        index % 4 < 2
          ? admin.call("POST", toUserPath(investor, "/balance"), body)
          : sessions[index % 2]!.call("POST", "/api/user/withdrawals", mpesa("1000")),
      );
      expectAmong(answers, [200, 201, 409, 422, 503]);
      const counts = statusCounts(answers);
      expect(counts[200] ?? 0).toBeLessThanOrEqual(1);
      expect(counts[201]).toBe(1);
      expect(await accountOf(investor)).toMatchObject({
        balance: counts[200] === 1 ? "500.00" : "0.00",
        withdrawalHold: "1000.00",
      });
    }));

  it("set the same figure with the same expected value: one succeeds", () =>
    rounds(async () => {
      const investor = await test.funded("1000");
      await activate(investor, botIds[0], "500");
      const answers = await atOnce(CALLS, admins, (admin, index) =>
        admin.call("POST", toUserPath(investor, "/balance"), {
          totalInvested: String(600 + index),
          expected: { totalInvested: "500" },
        }),
      );
      expectAmong(answers, [200, 409, 503]);
      expect(answers.filter(isSuccess)).toHaveLength(1);
    }));

  it("deactivate a user and activate a bot: a deactivated user has no position", () =>
    rounds(async () => {
      const investor = await test.funded("1000");
      const sessions = twins.both(investor);
      const answers = await atOnce(CALLS, sessions, (client, index) =>
        index % 8 === 3 || index % 8 === 4
          ? admins[index % 2]!.call("POST", toUserPath(investor, "/deactivate"))
          : activate(client, botIds[index % 5], "100"),
      );
      expectAmong(answers, [200, 401, 403, 409, 422, 503]);
      expect(await readState(investor)).toMatchObject({ active: false, positions: 0 });
      const [funds] = await test.sql<{ total: string }[]>`
        select sum(balance)::text as total from ledger_accounts where user_id = ${investor.userId}`;
      expect(funds?.total).toBe("1000.00");
    }));

  it("delete a user and start a deposit: a deleted user has no deposit", () =>
    rounds(async () => {
      const investor = await test.signUp();
      const sessions = twins.both(investor);
      const answers = await atOnce(CALLS, sessions, (client, index) =>
        index % 8 === 3 || index % 8 === 4
          ? admins[index % 2]!.call("DELETE", toUserPath(investor))
          : client.call("POST", "/api/user/deposits", usdt("100")),
      );
      expectAmong(answers, [201, 204, 401, 403, 404, 409, 503]);
      const { gone, deposits } = await readState(investor);
      expect(gone ? deposits : 1 - deposits).toBe(0);
    }));
});

describe("an operation that is decided before a user is closed and posted after it", () => {
  let held: TestApp;
  const door = createHoldingDoor();
  let arrived: Promise<void>;

  beforeAll(async () => {
    held = await startTestApp(test.database, door.wrap);
  });
  afterAll(() => held.close());
  beforeEach(() => {
    arrived = door.holdNext();
  });

  async function closeMeanwhile(late: Promise<TestAnswer>, close: () => Promise<TestAnswer>): Promise<TestAnswer> {
    await arrived;
    expect(isSuccess(await close())).toBe(true);
    door.release();
    const answer = await late;
    expect([answer.status, errorOf(answer).code]).toEqual([403, "RESTRICTED"]);
    expect(await test.differences()).toEqual([]);
    return answer;
  }

  it("buys no units for a deactivated user", async () => {
    const investor = await test.funded("1000");
    await closeMeanwhile(activate(investor.through(held), botIds[1], "400"), () =>
      test.admin.call("POST", toUserPath(investor, "/deactivate")),
    );
    expect(await readState(investor)).toMatchObject({ active: false, positions: 0 });
  });

  it("starts no deposit for a deleted user", async () => {
    const investor = await test.signUp();
    await closeMeanwhile(investor.through(held).call("POST", "/api/user/deposits", usdt("100")), () =>
      test.admin.call("DELETE", toUserPath(investor)),
    );
    expect(await readState(investor)).toMatchObject({ gone: true, deposits: 0 });
  });

  it("gives no money to a deleted user", async () => {
    const investor = await test.signUp();
    await closeMeanwhile(
      test.admin.through(held).call("POST", toUserPath(investor, "/balance"), { balance: "50" }),
      () => test.admin.call("DELETE", toUserPath(investor)),
    );
    const [funds] = await test.sql<{ total: string }[]>`
      select sum(balance)::text as total from ledger_accounts where user_id = ${investor.userId}`;
    expect(funds?.total).toBe("0.00");
  });
});
