import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { createHttpClient, signUp, type HttpAnswer, type HttpClient } from "../harness/http-client.ts";
import { stretchBound } from "../harness/stretch-bound.ts";
import { copiedWaziTest as test } from "../harness/process-test.ts";
import { adminOf, copyDataDir, eventually, findDifferences, startWazi, type Serving } from "../harness/wazi-process.ts";

const ROUNDS = 3;
const CALLERS = 8;
/** Answers that a process gives before it is killed, at least. */
const ANSWERS_EACH_ROUND = 30;
/** A claim of a dead process would keep a key for 30 seconds. */
const AT_ONCE_MS = 5_000;
/** No limit for calls that move money. */
const env = { RATE_LIMIT_SCALE: "0" };

/** A transfer of 1.00, and its answer if there was one. */
interface Sent {
  key: string;
  answer?: HttpAnswer;
}

const transfer = (client: HttpClient, key: string): Promise<HttpAnswer> =>
  client.call("POST", "/api/user/investment/transfer", { amount: "1.00" }, { "idempotency-key": key });

async function startInvestor(serving: Serving): Promise<HttpClient> {
  const client = serving.client();
  await signUp(client);
  const deposit = await client.call("POST", "/api/user/deposits", {
    amount: "5000",
    currency: "USDT",
    network: "TRC20",
  });
  const { id } = deposit.body as { id: string };
  const admin = await adminOf(serving);
  expect((await admin.call("POST", `/api/admin/deposits/${id}/approve`, { status: "completed" })).status).toBe(200);
  const [bot] = (await client.call("GET", "/api/bots")).body as { id: string }[];
  const activation = { botId: bot!.id, allocatedAmount: "4000" };
  expect((await client.call("POST", "/api/user/bots/activate", activation)).status).toBe(200);
  return client;
}

/** Sends transfers, each with a key of its own, until the process dies. */
async function keepTransferring(client: HttpClient, sent: Sent[]): Promise<void> {
  for (;;) {
    const each: Sent = { key: randomUUID() };
    sent.push(each);
    try {
      each.answer = await transfer(client, each.key);
    } catch {
      return;
    }
  }
}

test("every key that a killed process was working on is answered at once by the next one, and moves money once", async ({
  template,
}) => {
  const dataDir = copyDataDir(template.dataDir);
  let serving = await startWazi(dataDir, { env });
  let client = await startInvestor(serving);
  const balanceOf = async (): Promise<number> => {
    const { account } = (await client.call("GET", "/api/user")).body as { account: { balance: string } };
    return Number(account.balance);
  };
  const before = await balanceOf();
  const all: Sent[] = [];
  let unanswered = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const sent: Sent[] = [];
    const callers = Array.from({ length: CALLERS }, () => keepTransferring(client, sent));
    await eventually(() => sent.filter(({ answer }) => answer).length >= ANSWERS_EACH_ROUND);
    // oxlint-disable-next-line wazi/no-fixed-sleeps -- each round kills at another moment
    await sleep(round * 7);
    await serving.crash();
    await Promise.all(callers);
    serving = await startWazi(dataDir, { env });
    client = createHttpClient(serving.address, client.cookies);
    for (const { key, answer } of sent) {
      if (!answer) unanswered += 1;
      const again = await transfer(client, key);
      expect([200, 202], again.text).toContain(again.status);
      expect(again.afterMs).toBeLessThan(stretchBound(AT_ONCE_MS));
      if (answer?.status === again.status) expect(again.text).toBe(answer.text);
    }
    all.push(...sent);
  }
  expect(unanswered).toBeGreaterThan(0);
  const answers = await Promise.all(all.map(({ key }) => transfer(client, key)));
  const settled = answers.filter(({ status }) => status === 200).length;
  expect(await balanceOf()).toBeCloseTo(before + settled, 2);
  expect(await findDifferences(dataDir)).toBeNull();
});
