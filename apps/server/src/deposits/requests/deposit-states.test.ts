import { randomUUID } from "node:crypto";
import { cents } from "@wazi/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminDeposit, Deposit } from "@wazi/contracts";
import {
  accountOf,
  creditLateDeposit,
  errorOf,
  settleDeposit,
  startDeposit,
} from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { badAmounts } from "../../../../../tests/harness/money-forms.ts";
import { createExportGate } from "../../platform/csv/export-gate.ts";
import { settleDeposit as settleDepositInProcess } from "./settle-deposit.ts";
import type { DepositDeps } from "./create-deposit.ts";

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
});

const listOf = async (client: TestClient): Promise<Deposit[]> => (await client.call("GET", "/api/user/deposits")).body;
const late = (amount = "30"): { amount: string; transactionHash: string } => ({
  amount,
  transactionHash: randomUUID(),
});
const said = (answer: TestAnswer): [number, string, string] => {
  const { code, message } = errorOf(answer);
  return [answer.status, code, message];
};

const states = ["pending", "completed", "failed"] as const;
type State = (typeof states)[number];

const actions = {
  approve: (_: TestClient, id: string) => settleDeposit(test.admin, id, { status: "completed" }),
  reject: (_: TestClient, id: string) => settleDeposit(test.admin, id, { status: "failed" }),
  cancel: (investor: TestClient, id: string) => investor.call("POST", `/api/user/deposits/${id}/cancel`),
  "credit late": (_: TestClient, id: string) => creditLateDeposit(test.admin, id, late()),
} as const satisfies Record<string, (investor: TestClient, id: string) => Promise<TestAnswer>>;
type Action = keyof typeof actions;

/** For each action on each state of a deposit of 100.00: status code, next state and balance. */
const table: Record<State, Record<Action, [status: number, next: State, balance: string]>> = {
  pending: {
    approve: [200, "completed", "100.00"],
    reject: [200, "failed", "0.00"],
    cancel: [200, "failed", "0.00"],
    "credit late": [409, "pending", "0.00"],
  },
  completed: {
    approve: [409, "completed", "100.00"],
    reject: [409, "completed", "100.00"],
    cancel: [409, "completed", "100.00"],
    "credit late": [201, "completed", "130.00"],
  },
  failed: {
    approve: [409, "failed", "0.00"],
    reject: [409, "failed", "0.00"],
    cancel: [409, "failed", "0.00"],
    "credit late": [201, "failed", "30.00"],
  },
};

async function bring(state: State): Promise<{ investor: TestClient; id: string }> {
  const investor = await test.signUp();
  const { id } = await startDeposit(investor, "100");
  if (state !== "pending") await settleDeposit(test.admin, id, { status: state });
  return { investor, id };
}

describe("every action on a deposit in every state", () => {
  const pairs = states.flatMap((state) => (Object.keys(actions) as Action[]).map((action) => [state, action] as const));

  it.each(pairs)("%s: %s", { tags: ["S53"] }, async (state, action) => {
    const [status, next, balance] = table[state][action];
    const { investor, id } = await bring(state);
    expect((await actions[action](investor, id)).status).toBe(status);
    expect((await listOf(investor)).find((each) => each.id === id)?.status).toBe(next);
    expect(await accountOf(investor)).toMatchObject({ balance, depositFunds: balance, totalDeposits: balance });
  });
});

describe("a late payment", () => {
  it("becomes a separate completed deposit, linked to the original one", { tags: ["late-payment"] }, async () => {
    const { investor, id } = await bring("failed");
    const [meant] = await listOf(investor);
    const answer = await creditLateDeposit(test.admin, id, { amount: "87.5", transactionHash: "0xFEED" });
    expect(answer.status).toBe(201);
    const { user, settledBy, ...credited } = answer.body as AdminDeposit;
    expect([user.email, settledBy?.email]).toEqual([investor.email, "admin@wazi.local"]);
    expect(credited.settledAt).toBe(credited.createdAt);
    expect(credited).toMatchObject({
      lateFor: id,
      amount: "87.50",
      receivedAmount: null,
      transactionHash: "0xFEED",
      status: "completed",
      currency: meant?.currency,
      network: meant?.network,
      walletAddress: meant?.walletAddress,
      isTestAddress: true,
      cryptoAmount: "87.50000000",
    });
    expect(await listOf(investor)).toEqual([credited, meant]);
    expect(meant?.lateFor).toBeNull();
    expect(await accountOf(investor)).toMatchObject({ balance: "87.50", totalDeposits: "87.50" });
    const [audited] = await test.sql`select actor_id, action, after from audit_log where subject_id = ${credited.id}`;
    expect(audited).toEqual({
      actor_id: test.admin.userId,
      action: "deposit.late-credit",
      after: { status: "completed", amount: "87.50", transactionHash: "0xFEED", lateFor: id },
    });
  });

  it("may arrive several times, each linked to the deposit of its address", async () => {
    const { investor, id } = await bring("completed");
    const first = (await creditLateDeposit(test.admin, id, late("10"))).body as AdminDeposit;
    const second = (await creditLateDeposit(test.admin, first.id, late("20"))).body as AdminDeposit;
    expect([first.lateFor, second.lateFor]).toEqual([id, id]);
    expect((await accountOf(investor)).balance).toBe("130.00");
  });

  it("is credited while another deposit is pending", async () => {
    const { investor, id } = await bring("failed");
    await startDeposit(investor, "100");
    expect((await creditLateDeposit(test.admin, id, late("10"))).status).toBe(201);
    expect((await listOf(investor)).map(({ status }) => status)).toEqual(["completed", "pending", "failed"]);
  });

  it("for a pending deposit is approved the usual way, even after its window", async () => {
    const { id } = await bring("pending");
    expect(said(await creditLateDeposit(test.admin, id, late()))).toEqual([
      409,
      "CONFLICT",
      "This deposit is still pending. Approve it with the received amount.",
    ]);
  });

  it("requires an amount and a transaction", async () => {
    const { id } = await bring("failed");
    expect(said(await creditLateDeposit(test.admin, id, { transactionHash: "0x1" }))[2]).toBe(
      "Please enter the amount that was received",
    );
    for (const bad of badAmounts) {
      const body = `{"amount":${bad},"transactionHash":"${randomUUID()}"}`;
      const path = `/api/admin/deposits/${id}/late-credit`;
      const answer = await test.admin.call("POST", path, body, { "content-type": "application/json" });
      expect([bad, answer.status]).toEqual([bad, 400]);
    }
    for (const transactionHash of [undefined, "", "  "]) {
      const answer = await creditLateDeposit(test.admin, id, { amount: "10", transactionHash });
      expect(said(answer)).toEqual([400, "VALIDATION", "Please enter the transaction hash"]);
    }
  });

  it("requires an administrator, another user's deposit and a known deposit", async () => {
    const { investor, id } = await bring("failed");
    expect((await creditLateDeposit(investor, id, late())).status).toBe(403);
    expect((await creditLateDeposit(test.visitor(), id, late())).status).toBe(401);
    expect((await creditLateDeposit(test.admin, randomUUID(), late())).status).toBe(404);
    const own = await startDeposit(test.admin, "100");
    await test.admin.call("POST", `/api/user/deposits/${own.id}/cancel`);
    expect(said(await creditLateDeposit(test.admin, own.id, late()))).toEqual([
      403,
      "FORBIDDEN",
      "You cannot credit your own deposit.",
    ]);
  });

  it("is credited once per idempotency key", async () => {
    const { investor, id } = await bring("failed");
    const body = late("10");
    const send = (): Promise<TestAnswer> =>
      test.admin.call("POST", `/api/admin/deposits/${id}/late-credit`, body, { "idempotency-key": `late-${id}` });
    const [first, second] = [await send(), await send()];
    expect([second.status, second.text]).toEqual([201, first.text]);
    expect((await accountOf(investor)).balance).toBe("10.00");
  });
});

describe("a transaction", () => {
  const hash = (): string => randomUUID().replaceAll("-", "");

  it("is credited once in eight spellings of a real hash", async () => {
    const used = hash() + hash();
    const [first, ...others] = [
      used,
      `0x${used}`,
      `0x0x${used}`,
      `${used.slice(0, 9)}\u200b${used.slice(9)}`,
      used.replace(/[0-9]/, (digit) => String.fromCharCode(0xff10 + Number(digit))),
      `${used}#1`,
      `https://tronscan.org/#/transaction/${used}`,
      `${used.slice(0, 30)} ${used.slice(30)}`,
    ] as [string, ...string[]];
    const paid = await bring("pending");
    const { status, body } = await settleDeposit(test.admin, paid.id, { status: "completed", transactionHash: first });
    expect([status, (body as AdminDeposit).transactionHash]).toEqual([200, used]);
    for (const transactionHash of others) {
      const { id, investor } = await bring("pending");
      const again = await settleDeposit(test.admin, id, { status: "completed", transactionHash });
      expect([transactionHash, again.status]).toEqual([transactionHash, /#1|0x0x/.test(transactionHash) ? 400 : 409]);
      expect((await accountOf(investor)).balance).toBe("0.00");
    }
  });

  it("is credited once, however its hash is written", async () => {
    const [one, two, three] = [await bring("pending"), await bring("pending"), await bring("failed")];
    const used = hash();
    expect(
      (await settleDeposit(test.admin, one.id, { status: "completed", transactionHash: `0x${used}` })).status,
    ).toBe(200);
    for (const written of [used, `0x${used.toUpperCase()}`, `0X${used}`, ` 0x${used} `]) {
      const again = await settleDeposit(test.admin, two.id, { status: "completed", transactionHash: written });
      expect(said(again)).toEqual([409, "CONFLICT", "This transaction has already been credited."]);
      const asLate = await creditLateDeposit(test.admin, three.id, { amount: "10", transactionHash: written });
      expect(said(asLate)[2]).toBe("This transaction has already been credited.");
    }
    expect([(await accountOf(two.investor)).balance, (await accountOf(three.investor)).balance]).toEqual([
      "0.00",
      "0.00",
    ]);
  });

  it("of a failed deposit can still be credited, and the audit log keeps its hash", async () => {
    const { investor, id } = await bring("pending");
    const used = hash();
    const failed = await settleDeposit(test.admin, id, { status: "failed", transactionHash: used });
    expect((failed.body as AdminDeposit).transactionHash).toBeNull();
    const [audited] = await test.sql<{ after: object }[]>`select after from audit_log where subject_id = ${id}`;
    expect(audited?.after).toMatchObject({ status: "failed", transactionHash: used });
    expect((await creditLateDeposit(test.admin, id, { amount: "10", transactionHash: used })).status).toBe(201);
    expect((await accountOf(investor)).balance).toBe("10.00");
  });

  it("is required in live mode, only for crediting", async () => {
    const deps: DepositDeps = {
      sql: test.sql,
      door: test.door,
      addresses: { isTest: false, addressAt: () => "-" },
      requireIdentity: true,
      requireHash: true,
      givesPracticeMoney: false,
      aloneRule: { limit: cents(100_000n), bindsOnlyOne: false },
      rateLimitScale: 0,
      maxRateAgeMs: 60_000,
      now: () => new Date(),
      exports: createExportGate(),
    };
    const approve = (depositId: string, settlement: Parameters<typeof settleDepositInProcess>[1]["settlement"]) =>
      settleDepositInProcess(deps, {
        admin: { id: test.admin.userId, address: null, person: { email: "", firstName: "", lastName: "" } },
        depositId,
        settlement,
        requestKey: null,
      });
    const { investor, id } = await bring("pending");
    const message = "Please enter the transaction hash. Real money is only credited with its transaction.";
    await expect(approve(id, { status: "completed" })).rejects.toMatchObject({
      code: "VALIDATION",
      message,
      details: { fields: { transactionHash: message } },
    });
    expect((await approve(id, { status: "completed", transactionHash: hash() + hash() })).body).toMatchObject({
      status: "completed",
    });
    expect((await accountOf(investor)).balance).toBe("100.00");
    const other = await bring("pending");
    await expect(approve(other.id, { status: "completed", transactionHash: hash() })).rejects.toThrow(/64 letters/);
    expect((await approve(other.id, { status: "failed" })).body).toMatchObject({ status: "failed" });
  });
});

describe("the own deposits", () => {
  it("are listed newest first", async () => {
    const investor = await test.signUp();
    const ids: string[] = [];
    for (const amount of ["100", "200", "300"]) {
      const { id } = await startDeposit(investor, amount);
      ids.unshift(id);
      await settleDeposit(test.admin, id, { status: "failed" });
    }
    expect((await listOf(investor)).map(({ id }) => id)).toEqual(ids);
  });
});
