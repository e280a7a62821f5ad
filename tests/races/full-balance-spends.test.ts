import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  accountOf,
  activate,
  atOnce,
  deactivate,
  isSuccess,
  mpesa,
  settleWithdrawal,
  startTwins,
  statusCounts,
  toCents,
  type Twins,
} from "../harness/money-calls.ts";
import type { TestAnswer, TestClient } from "../harness/test-app.ts";
import { byDepth } from "../harness/test-depth.ts";

const SPENDERS = 64;
const ROUNDS = byDepth({ ci: 10, long: 100 });
const MIXED_ROUNDS = byDepth({ ci: 4, long: 20 });
const BALANCE = "1000.00";

let twins: Twins;
let botIds: string[];
let investor: TestClient;
let sessions: readonly [TestClient, TestClient];

beforeAll(async () => {
  twins = await startTwins();
  const bots = (await twins.one.visitor().call("GET", "/api/bots")).body as { id: string }[];
  botIds = bots.map(({ id }) => id);
  investor = await twins.one.funded(BALANCE);
  sessions = twins.both(investor);
});

afterAll(async () => {
  expect(await twins.one.differences()).toEqual([]);
  await twins.close();
});

const readId = (answer: TestAnswer): string => (answer.body as { id: string }).id;

/** Finds the only success among the answers. All others must be refusals. */
function winnerOf(answers: readonly TestAnswer[]): TestAnswer {
  const counts = statusCounts(answers);
  const winners = answers.filter(isSuccess);
  expect(winners.length, JSON.stringify(counts)).toBe(1);
  for (const answer of answers.filter((each) => !isSuccess(each))) {
    expect([409, 422, 503], answer.text).toContain(answer.status);
    if (answer.status === 503) expect(answer.headers["retry-after"]).toBeDefined();
  }
  return winners[0]!;
}

/** Reads the account during the spends: the money is in its old place or in one new place, and never negative. */
async function watchBalance(until: Promise<unknown>): Promise<void> {
  let going = true;
  void until.finally(() => (going = false));
  while (going) {
    const { balance, withdrawalHold, totalInvested } = await accountOf(investor);
    expect(toCents(balance)).toBeGreaterThanOrEqual(0n);
    expect(toCents(balance) + toCents(withdrawalHold) + toCents(totalInvested)).toBe(toCents(BALANCE));
  }
}

async function race(call: (client: TestClient, index: number) => Promise<TestAnswer>): Promise<TestAnswer[]> {
  const spends = atOnce(SPENDERS, sessions, call);
  await watchBalance(spends);
  return spends;
}

/** In half of the rounds, each spend has its own Idempotency-Key. */
const keyOf = (round: number, index: number): Record<string, string> =>
  round % 2 === 0 ? {} : { "idempotency-key": `round-${round}-spend-${index}` };

describe("64 spends of a whole balance at once, over two instances", () => {
  it(
    `let one withdrawal through and refuse 63, in each of ${ROUNDS} rounds`,
    { tags: ["S49", "spent-once"] },
    async () => {
      const seen = new Map<number, number>();
      for (let round = 0; round < ROUNDS; round += 1) {
        const answers = await race((client, index) =>
          client.call("POST", "/api/user/withdrawals", mpesa(BALANCE), keyOf(round, index)),
        );
        for (const { status } of answers) seen.set(status, (seen.get(status) ?? 0) + 1);
        const winner = winnerOf(answers);
        expect(winner.status).toBe(201);
        expect(await accountOf(investor)).toMatchObject({ balance: "0.00", withdrawalHold: BALANCE });
        await settleWithdrawal(twins.one.admin, readId(winner), { status: "rejected" });
        expect(await accountOf(investor)).toMatchObject({ balance: BALANCE, withdrawalHold: "0.00" });
      }
      // A request that reads between the winner's commit and its own check of pending requests sees an empty balance: 422.
      expect(seen.get(201)).toBe(ROUNDS);
      expect((seen.get(409) ?? 0) + (seen.get(422) ?? 0)).toBe(ROUNDS * (SPENDERS - 1));
    },
  );

  it(
    `let one through when withdrawals and allocations to different bots mix, in each of ${MIXED_ROUNDS} rounds`,
    { tags: ["S50"] },
    async () => {
      for (let round = 0; round < MIXED_ROUNDS; round += 1) {
        const answers = await race((client, index) =>
          index % 4 === 0
            ? client.call("POST", "/api/user/withdrawals", mpesa(BALANCE), keyOf(ROUNDS + round, index))
            : activate(client, botIds[index % 4], BALANCE),
        );
        const winner = winnerOf(answers);
        if (winner.status === 201) {
          await settleWithdrawal(twins.two.admin, readId(winner), { status: "rejected" });
        } else {
          expect((await deactivate(investor, (winner.body as { botId: string }).botId)).status).toBe(200);
        }
        expect(await accountOf(investor)).toMatchObject({ balance: BALANCE, depositFunds: BALANCE });
      }
    },
  );

  it("let one allocation to the same bot through, and tell the others that the bot is active", async () => {
    for (let round = 0; round < MIXED_ROUNDS; round += 1) {
      const answers = await race((client) => activate(client, botIds[0], BALANCE));
      expect(statusCounts(answers)).toEqual({ 200: 1, 409: SPENDERS - 1 });
      expect((await deactivate(investor, botIds[0])).status).toBe(200);
    }
  });
});
