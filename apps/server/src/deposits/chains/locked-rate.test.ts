import type { Deposit } from "@wazi/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startFakeCore, type FakeCore } from "../../../../../tests/harness/chains/fake-core.ts";
import {
  ageDeposit,
  paymentsOf,
  requestDeposit,
  setPrice,
  settle,
  watchDepsOf,
} from "../../../../../tests/harness/chains/watched-world.ts";
import { accountOf } from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { creditPayment } from "./credit-payment.ts";
import type { WatchDeps } from "./watch-deposits.ts";

let test: TestApp;
let lab: FakeCore;
let deps: WatchDeps;
let mallory: TestClient;
let deposit: Deposit;

beforeAll(async () => {
  [test, lab] = await Promise.all([startTestApp(), startFakeCore()]);
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await lab.close();
  await test.close();
});
beforeEach(async () => {
  deps = watchDepsOf(test);
  lab.hold([]);
  await lab.mine();
  await setRate(50_000);
  mallory = await test.signUp();
  // 0.02 BTC at 50,000.
  deposit = await requestDeposit(mallory, "1000", "BTC", "BTC");
  await round();
});

const setRate = (price: number): Promise<void> => setPrice(test, "BTC/USD", price);
const round = (): Promise<void> => settle(deps, lab.reader);
const pay = (coins: string): Promise<string> => lab.pay(deposit.walletAddress, coins, "coin");
async function confirm(): Promise<void> {
  await lab.mine(2);
  await round();
}
/** A payment that the mempool shows before anything else happens. */
async function paySeen(coins: string): Promise<string> {
  const hash = await pay(coins);
  await round();
  return hash;
}
const closeWindow = async (): Promise<void> => {
  await ageDeposit(test, deposit.id, 20);
  await round();
};
const balance = async (): Promise<string> => (await accountOf(mallory)).balance;
const list = async (): Promise<string[]> =>
  (await paymentsOf(test, mallory)).map(({ coins, status, rate, why }) => `${coins} ${status} ${rate} ${why}`).sort();

describe("the locked rate covers", () => {
  it.each(["0.0196", "0.02", "0.0204"])(
    "%s of 0.02, also when the price has fallen before its block",
    async (coins) => {
      await paySeen(coins);
      await setRate(40_000);
      await confirm();
      expect(await list()).toEqual([`${coins} credited 50000 locked`]);
      expect(Number(await balance())).toBeCloseTo(Number(coins) * 50_000, 6);
    },
  );

  it("the parts of the amount, which wait for each other", async () => {
    await pay("0.012");
    await confirm();
    expect(await list()).toEqual(["0.012 seen null null"]);
    const [shown] = (await mallory.call("GET", "/api/user/deposits")).body as Deposit[];
    expect(shown?.payments).toMatchObject([{ status: "seen", confirmations: 2, rateReason: null }]);
    await setRate(60_000);
    await pay("0.008");
    await confirm();
    expect(await list()).toEqual(["0.008 credited 50000 locked", "0.012 credited 50000 locked"]);
    expect(await balance()).toBe("1000.00");
    const shownLater = ((await mallory.call("GET", "/api/user/deposits")).body as Deposit[]).flatMap(
      ({ payments = [] }) => payments,
    );
    expect(shownLater).toHaveLength(2);
    for (const { rate, rateReason, confirmedAt } of shownLater) {
      expect([rate, rateReason, confirmedAt !== null]).toEqual(["50000", "locked", true]);
    }
  });

  it("a payment whose block comes after the window", async () => {
    const hash = await paySeen("0.02");
    lab.hold([hash]);
    await lab.mine(2);
    await closeWindow();
    await setRate(40_000);
    lab.hold([]);
    await confirm();
    expect(await list()).toEqual(["0.02 credited 50000 locked"]);
  });

  it("a payment whose block comes between two questions to the node, or while the node reads its mempool", async () => {
    await paySeen("0.02");
    lab.isLoaded = false;
    await expect(round()).rejects.toThrow("reading its mempool");
    lab.isLoaded = true;
    await setRate(40_000);
    lab.mineBeforeListing();
    await round();
    await confirm();
    expect(await list()).toEqual(["0.02 credited 50000 locked"]);
  });
});

describe("the locked rate is no free option", () => {
  it.each(["0.01959999", "0.02040001"])(
    "for %s of 0.02: it has the rate of its first confirmation, whole",
    async (coins) => {
      await paySeen(coins);
      await setRate(40_000);
      await confirm();
      await setRate(30_000);
      await closeWindow();
      expect(await list()).toEqual([`${coins} credited 40000 amount`]);
      expect(await balance()).toBe((Math.floor(Number(coins) * 4_000_000) / 100).toFixed(2));
    },
  );

  it("who waits for the price and pays after the window gets the rate of that time", async () => {
    await closeWindow();
    await setRate(40_000);
    await pay("0.02");
    await confirm();
    expect(await list()).toEqual(["0.02 credited 40000 late"]);
    expect(await balance()).toBe("800.00");
  });

  it("a first part of 1 % holds no claim for a rest that comes later", async () => {
    await pay("0.0002");
    await confirm();
    await closeWindow();
    await setRate(40_000);
    await pay("0.0198");
    await confirm();
    expect(await list()).toEqual(["0.0002 credited 50000 amount", "0.0198 credited 40000 late"]);
    expect(await balance()).toBe("802.00");
  });

  it("a replacement in the mempool has its own time, and the replaced one no claim, even in a block", async () => {
    const first = await paySeen("0.02");
    lab.hold([first]);
    await closeWindow();
    await setRate(40_000);
    await lab.replacePayment!(first);
    await round();
    await confirm();
    expect(await list()).toEqual(["0.02 credited 40000 late", "0.02 dropped null replaced"]);
    lab.sendAgain(first);
    lab.hold([]);
    await setRate(30_000);
    await confirm();
    expect(await list()).toEqual(["0.02 credited 30000 replaced", "0.02 credited 40000 late"]);
    expect(await balance()).toBe("1400.00");
  });

  it("a payment that is taken back and sent again in the window has no claim either", async () => {
    const hash = await paySeen("0.02");
    lab.takeBack(hash);
    await round();
    lab.sendAgain(hash);
    await setRate(40_000);
    await round();
    await confirm();
    expect(await list()).toEqual(["0.02 credited 40000 replaced"]);
  });

  it("a payment does not wait in the mempool for the price", async () => {
    const hash = await paySeen("0.02");
    lab.hold([hash]);
    await lab.mine(2);
    await ageDeposit(test, deposit.id, 15 + 2 * 60 + 1);
    await round();
    await setRate(40_000);
    lab.hold([]);
    await confirm();
    expect(await list()).toEqual(["0.02 credited 40000 slow"]);
  });

  it("a payment that is never confirmed does not bring another one to the amount", async () => {
    const hash = await paySeen("0.01");
    lab.hold([hash]);
    await pay("0.01");
    await confirm();
    await setRate(40_000);
    await closeWindow();
    expect(await list()).toEqual(["0.01 seen null null", "0.01 seen null null"]);
    lab.takeBack(hash);
    await round();
    expect(await list()).toEqual(["0.01 credited 50000 amount", "0.01 dropped null replaced"]);
  });

  it("a deposit pays once at it: a second payment in the window has its own rate", async () => {
    await pay("0.02");
    await confirm();
    await setRate(40_000);
    await pay("0.02");
    await confirm();
    expect(await list()).toEqual(["0.02 credited 40000 amount", "0.02 credited 50000 locked"]);
    expect(await balance()).toBe("1800.00");
  });

  it("two payments that are too much together have their own rates, both whole", async () => {
    await paySeen("0.02");
    await setRate(45_000);
    await pay("0.01");
    await confirm();
    expect(await list()).toEqual(["0.01 credited 45000 amount", "0.02 credited 45000 amount"]);
  });

  it("many small payments get no more than one payment would", async () => {
    for (let paid = 0; paid < 40; paid += 1) await pay("0.0005");
    await confirm();
    await setRate(40_000);
    for (let paid = 0; paid < 40; paid += 1) await pay("0.0005");
    await confirm();
    const reasons = (await paymentsOf(test, mallory)).map(({ why, rate }) => `${why} ${rate}`);
    const count = (wanted: string): number => reasons.filter((reason) => reason === wanted).length;
    expect([count("locked 50000"), count("amount 40000"), reasons.length]).toEqual([40, 40, 80]);
    expect(await balance()).toBe("1800.00");
  });

  it("two payments that are decided at once share the last 2 %", async () => {
    await pay("0.02");
    await confirm();
    await setRate(40_000);
    await pay("0.0003");
    await pay("0.00035");
    await lab.mine();
    await round();
    const waiting = await test.sql<{ id: string }[]>`
      select id from deposit_payments where user_id = ${mallory.userId} and status = 'seen'`;
    expect(await Promise.all(waiting.map(({ id }) => creditPayment(deps, id)))).toEqual(["credited", "credited"]);
    const reasons = (await paymentsOf(test, mallory)).map(({ why }) => why);
    expect(reasons.sort()).toEqual(["amount", "locked", "locked"]);
  });

  it("a person's credit follows the same rule, and the audit log says which", async () => {
    deps = watchDepsOf(test, "manual");
    await paySeen("0.01");
    await setRate(40_000);
    await confirm();
    expect(await list()).toEqual(["0.01 seen null null"]);
    await closeWindow();
    const { items } = (await test.admin.call("GET", "/api/admin/deposit-payments")).body as {
      items: { id: string; userId: string; estimate: string }[];
    };
    const shown = items.find(({ userId }) => userId === mallory.userId);
    expect(shown?.estimate).toBe("400.00");
    const path = `/api/admin/deposit-payments/${shown?.id}/decide`;
    const answer = await test.admin.call("POST", path, { decision: "credit" });
    expect(answer.body).toMatchObject({ creditedAmount: "400.00", rate: "40000", rateReason: "amount" });
    const [event] = await test.sql<{ after: object }[]>`
      select after from audit_log where action = 'deposit.payment-credit' and subject_id = ${deposit.id}`;
    expect(event?.after).toMatchObject({ rate: "40000.00000000", rateReason: "amount" });
  });
});
