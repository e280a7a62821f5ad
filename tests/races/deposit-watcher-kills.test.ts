import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Deposit } from "@wazi/contracts";
import { formatDecimal, parseCents, type ConfirmationStep } from "@wazi/domain";
import { bundleProgram } from "../harness/bundle-program.ts";
import { startFakeTron, type FakeTron } from "../harness/chains/fake-tron.ts";
import { requestDeposit, settle, watchDepsOf } from "../harness/chains/watched-world.ts";
import type { WatcherTask } from "../harness/deposit-watcher.ts";
import { accountOf } from "../harness/money-calls.ts";
import { createKillCampaign, readKillPlan } from "../harness/kill-campaign.ts";
import type { KillMode } from "../harness/payout-kills.ts";
import { startTestApp, type TestApp, type TestClient } from "../harness/test-app.ts";
import { byDepth } from "../harness/test-depth.ts";

/** The long form sets DEPOSIT_KILLS=2 (docs/how-to/developer/find-a-fault.md). */
// One life at a time: all of them pay into the same chain.
const plan = { ...readKillPlan("DEPOSIT"), lanes: 1 };
const campaign = createKillCampaign("Deposits", plan);
/** Payments of one life. */
const PAYMENTS = plan.isLong ? 6 : 1;
/** A statement or an answer of the test's node takes less than this. */
const LONGEST_CALL_MS = 3;
const PEOPLE = 5;
const CONFIRMATIONS = 2;
const STEPS: ConfirmationStep[] = [{ from: parseCents("0"), confirmations: CONFIRMATIONS }];

let test: TestApp;
let tron: FakeTron;
let program: string;
let people: { client: TestClient; deposit: Deposit }[];

beforeAll(async () => {
  [test, tron, program] = await Promise.all([startTestApp(), startFakeTron(), bundleProgram("deposit-watcher")]);
  people = [];
  for (let made = 0; made < PEOPLE; made += 1) {
    const client = await test.signUp();
    people.push({ client, deposit: await requestDeposit(client, "1000") });
  }
  await watch();
});
afterAll(async () => {
  await tron.close();
  await test.close();
});

const watch = (): Promise<void> => settle(watchDepsOf(test), tron.reader, STEPS);
const random = (below: number): number => Math.floor(campaign.random.next() * below);

/** The sum that was paid to each person and stays paid, in tenths of a cent, and the numbers of payments. */
const paid = new Map<string, bigint>();
const made = { paid: 0, lost: 0, reorganisations: 0 };

async function pay(isLost = false): Promise<void> {
  for (let sent = 0; sent < PAYMENTS; sent += 1) {
    const { client, deposit } = people[random(PEOPLE)]!;
    const tenths = BigInt(10 + random(500_000));
    await tron.pay(deposit.walletAddress, formatDecimal(tenths, 3), "USDT");
    if (!isLost) paid.set(client.userId, (paid.get(client.userId) ?? 0n) + tenths);
  }
  made[isLost ? "lost" : "paid"] += PAYMENTS;
}

interface Life {
  name: string;
  /** The suite kills at each such await. The first one after the last await ends the life. */
  step: number;
  /** The events on the chain before the watcher that is killed. */
  prepare: () => Promise<void>;
}

const lives: readonly Life[] = [
  {
    name: "new payments",
    step: byDepth({ quick: 1, ci: 4, long: 1 }),
    prepare: async () => {
      await pay();
      await tron.mine(CONFIRMATIONS);
    },
  },
  {
    name: "payments that move to other blocks before their credit",
    step: byDepth({ quick: 4, ci: 8, long: 4 }),
    prepare: async () => {
      await pay();
      await tron.mine();
      await watch();
      tron.shuffleBlocks(2);
      await tron.mine();
    },
  },
  {
    name: "credited payments that are gone, and come back later",
    step: byDepth({ quick: 4, ci: 8, long: 4 }),
    prepare: async () => {
      await pay();
      await tron.mine(CONFIRMATIONS);
      await watch();
      await tron.replaceBlocks(CONFIRMATIONS + 1);
    },
  },
  {
    name: "payments that are gone for ever before their credit",
    step: byDepth({ quick: 1, ci: 4, long: 1 }),
    prepare: async () => {
      await pay(true);
      await tron.mine();
      await watch();
      tron.loseBlocks(1);
    },
  },
];

/** Starts a watcher that kills itself at an await. @returns where it died; null when it had fewer awaits */
async function watchAndKill(at: number, mode: KillMode): Promise<string | null> {
  const { url: node, contracts } = tron;
  const confirmations = CONFIRMATIONS;
  const kill = { at, mode, duringMs: campaign.random.next() * LONGEST_CALL_MS };
  const task: WatcherTask = { database: test.database.url, node, contract: contracts.USDT, confirmations, kill };
  const watcher = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ["ignore", "pipe", "inherit"] });
  const [name, end] = await Promise.all([text(watcher.stdout), once(watcher, "exit")]);
  const [code, signal] = end as [number | null, NodeJS.Signals | null];
  if (signal === "SIGKILL") return name;
  expect([code, signal]).toEqual([0, null]);
  return null;
}

async function readCounts(): Promise<object> {
  const [row] = await test.sql<object[]>`
    select count(*) filter (where status = 'credited' and review_reason is null)::integer as credited,
      count(*) filter (where status = 'dropped')::integer as dropped, count(*)::integer as stored,
      (select count(*)::integer from ledger_transactions where kind = 'deposit') as posted
    from deposit_payments`;
  return row ?? {};
}

it.each(lives)("misses and doubles none of: $name", { timeout: 1_200_000 }, async ({ name, step, prepare }) => {
  await campaign.killAtEachAwait(name, step, async (at, mode) => {
    await prepare();
    if (name !== "new payments") made.reorganisations += 1;
    const diedAt = await watchAndKill(at, mode);
    await watch();
    await tron.mine(CONFIRMATIONS);
    await watch();
    // The first wrong payment ends the test, because all later counts contain it.
    expect(await readCounts(), `${name}: killed at ${at} (${diedAt}, ${mode})`).toEqual({
      credited: made.paid,
      dropped: made.lost,
      stored: made.paid + made.lost,
      posted: made.paid,
    });
    return { diedAt, wrong: null };
  });
});

it("credits each investor with what was paid to them", async () => {
  const counts = `${made.paid + made.lost} payments (${made.lost} lost on the chain), ${made.reorganisations} reorganisations`;
  process.stdout.write(`${campaign.describe()}; ${counts}, 0 missed, 0 doubled\n`);
  expect(campaign.counts.kills).toBeGreaterThan((plan.isLong ? 30 : 10) / plan.parts);
  for (const { client } of people) {
    const credited = parseCents((await accountOf(client)).balance);
    // The long form outlasts the deposits' window. Payments in it and after it are valued apart, so that each may leave a fraction.
    const missing = (paid.get(client.userId) ?? 0n) / 10n - credited;
    expect([client.userId, missing]).toEqual([client.userId, plan.isLong && missing === 1n ? 1n : 0n]);
  }
  expect(await test.differences()).toEqual([]);
});
