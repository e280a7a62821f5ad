import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Behaviour } from "../../../../../tests/harness/fake-payout-provider.ts";
import {
  type FakeMpesa,
  type PayoutService,
  startFlutterwave,
  startMpesa,
  startPaystack,
} from "../../../../../tests/harness/fake-payout-services.ts";
import { createKillCampaign, type KilledLife, readKillPlan } from "../../../../../tests/harness/kill-campaign.ts";
import {
  approveWithdrawalTo,
  createKillWorld,
  type KilledPayout,
  type KillMode,
  type KillProvider,
  type KillWorld,
  runKilledPayout,
} from "../../../../../tests/harness/payout-kills.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { byDepth } from "../../../../../tests/harness/test-depth.ts";
import { readB2cResult, readStatusResult } from "./mpesa-b2c-rail.ts";
import type { PayoutOrder, RailReport } from "./payout-rail.ts";

/** How often a call-back comes where a life repeats it. */
const REPEATS = 3;

/** How a service treats the next new payment. Whatever else a life asks for, it accepts the payment and makes it later. */
function prepareService(service: PayoutService, behaviour: Behaviour): void {
  const { fake, payPath } = service;
  if (behaviour === "silent") fake.misbehave(payPath, "lose-answer");
  if (behaviour === "lose-request") fake.misbehave(payPath, "server-error");
  if (behaviour === "refuse") service.refuseNext("no-funds");
}

/** A rail's own adapter with its documented service, for the lives of a worker that is killed. */
function toKillProvider(service: PayoutService): KillProvider {
  /** The service's behaviour for each reference. */
  const begun = new Map<string, Behaviour>();
  const send = (order: PayoutOrder, signal: AbortSignal): Promise<RailReport> => {
    if (!begun.has(order.reference)) {
      const behaviour = provider.behaviours.shift() ?? "prompt";
      prepareService(service, behaviour);
      begun.set(order.reference, behaviour);
    }
    return service.rail.send(order, signal);
  };
  const provider: KillProvider = {
    rail: { ...service.rail, send },
    behaviours: [],
    onReport: () => undefined,
    settleDelayed() {
      service.end("paid");
      if (!isMpesa(service)) return;
      for (const [reference, behaviour] of begun) {
        const reports = service.countPaid(reference) === 0 ? [] : readCallbacks(service, reference, behaviour);
        for (const report of reports) provider.onReport(reference, report);
        if (reports.length > 0) begun.delete(reference);
      }
    },
  };
  return provider;
}

const isMpesa = (service: PayoutService): service is FakeMpesa => "buildResult" in service;

/** The call-backs of Daraja about a payment: its result, unless it is silent, and the answer to a question about it. */
function readCallbacks(service: FakeMpesa, reference: string, behaviour: Behaviour): RailReport[] {
  const answer = service.answerQuestion(reference);
  const result = behaviour === "silent" ? null : service.buildResult(reference);
  const said = [
    result && readB2cResult(result as Record<string, unknown>),
    answer && readStatusResult(answer as Record<string, unknown>),
  ].flatMap((callback) => (callback ? [callback.report] : []));
  return behaviour === "repeat" ? Array.from({ length: REPEATS }, () => said).flat() : said;
}

/** The long form sets PAYOUT_KILLS=50 (docs/how-to/developer/find-a-fault.md). */
const plan = readKillPlan("PAYOUT");
/** The services are on this machine. One that does not answer would take most of the test's time. */
const ANSWER_MS = 200;

/** M-Pesa's status answer does not say that a payment is unknown. After so many questions a person looks it up. */
const ROUNDS_BEFORE_A_PERSON = 3;

const OTHERS = byDepth({ quick: 4, ci: 8, long: 4 });
/** The suite kills at every second await of the first life, and at every eighth one of the others; at night at each, and at every fourth one. */
const lives: readonly { behaviours: Behaviour[]; step: number }[] = [
  { behaviours: ["delay"], step: byDepth({ quick: 1, ci: 2, long: 1 }) },
  { behaviours: ["silent"], step: OTHERS },
  { behaviours: ["lose-request"], step: OTHERS },
  { behaviours: ["repeat"], step: OTHERS },
  { behaviours: ["refuse", "delay"], step: OTHERS },
];

/** A service with a Wazi that pays over it, for one lane. */
interface Place {
  service: PayoutService;
  test: TestApp;
  world: KillWorld;
  investor: TestClient;
  close(): Promise<void>;
}

async function openPlace(start: () => Promise<PayoutService>): Promise<Place> {
  const service = await start();
  const provider = toKillProvider(service);
  const test = await startTestApp(undefined, undefined, { PAYOUTS: "automatic" }, undefined, [provider.rail]);
  for (const [currency, rate] of [
    ["KES", "129.25"],
    ["NGN", "1540"],
  ]) {
    await test.admin.call("POST", "/api/admin/local-rates", { currency, rate, source: "Central bank" });
  }
  const world = createKillWorld(test, provider, ANSWER_MS);
  if (service.rail.name === "mpesa-b2c") world.maxRounds = ROUNDS_BEFORE_A_PERSON;
  return {
    service,
    test,
    world,
    investor: await test.funded("200000"),
    close: async () => {
      await test.close();
      await service.fake.close();
    },
  };
}

describe.each([
  ["M-Pesa B2C", () => startMpesa(ANSWER_MS)],
  ["Paystack", startPaystack],
  ["Flutterwave", startFlutterwave],
] as const)("a worker that is killed while it pays over %s", (name, start) => {
  let places: Place[];
  const made = { decided: 0, firstSend: 0 };
  beforeAll(async () => {
    places = await Promise.all(Array.from({ length: plan.lanes }, () => openPlace(start)));
  });
  afterAll(async () => {
    await Promise.all(places.map((place) => place.close()));
  });

  /** The administrator's decision on an unknown payment that is not in the provider's portal. */
  async function decideByPerson({ test, service, world }: Place, withdrawalId: string): Promise<void> {
    const [open] = await test.sql<{ id: string; state: string; reference: string }[]>`
      select id, state, reference from payouts where withdrawal_id = ${withdrawalId} and state in ('sent', 'unknown')`;
    if (!open || service.countPaid(open.reference) > 0) return;
    const body = { outcome: "not-paid", reason: "It is not in the portal." };
    const decided = await test.admin.call("POST", `/api/admin/payouts/${open.id}/resolve`, body);
    expect([open.state, decided.status, decided.text]).toEqual(["unknown", 200, expect.any(String)]);
    const path = `/api/admin/withdrawals/${withdrawalId}/approve`;
    expect((await test.admin.call("POST", path, { status: "completed" })).status).toBe(200);
    await runKilledPayout(world, { at: Infinity, mode: "before-call", behaviours: [] });
    made.decided += 1;
  }

  /** Pays one withdrawal with a worker that is killed. */
  async function runLife(place: Place, payout: KilledPayout): Promise<KilledLife> {
    const { service, test, investor, world } = place;
    const { withdrawalType, country, bankName, accountName, destinationAddress, phoneNumber } = service.destination;
    const bank = { withdrawalType, country, bankName, accountName, destinationAddress };
    const destination = withdrawalType === "bank" ? bank : { withdrawalType, country, phoneNumber };
    const id = await approveWithdrawalTo(test, investor, destination);
    const mortal = await runKilledPayout(world, payout);
    made.firstSend ||= mortal.names.indexOf("send") + 1;
    await decideByPerson(place, id);
    const [row] = await test.sql<{ status: string }[]>`select status from withdrawals where id = ${id}`;
    const attempts = await test.sql<{ reference: string }[]>`
      select reference from payouts where withdrawal_id = ${id}`;
    const paid = attempts.reduce((sum, { reference }) => sum + service.countPaid(reference), 0);
    return {
      diedAt: mortal.isDead ? (mortal.names.at(-1) ?? "") : null,
      wrong: paid === 1 && row?.status === "completed" ? null : `${paid} payments, ${row?.status}`,
    };
  }

  it("pays exactly once, whichever await is its last", { tags: ["S59"], timeout: 300_000 * plan.kills }, async () => {
    const campaign = createKillCampaign(name, plan);
    const { random } = campaign;
    for (const { behaviours, step } of lives) {
      const run = (at: number, mode: KillMode, lane: number): Promise<KilledLife> =>
        runLife(places[lane]!, { at, mode, behaviours, random });
      // Before the first request all lives are the same. The short form does not know where that is.
      await campaign.killAtEachAwait(behaviours.join(), step, run, plan.isLong ? made.firstSend : 1);
    }
    const byPerson = made.decided === 0 ? "" : `, ${made.decided} decided by a person`;
    process.stdout.write(`${campaign.describe()}${byPerson}\n`);
    expect(campaign.wrong).toEqual([]);
    if (!plan.isLong) expect(campaign.counts.kills).toBeGreaterThan(15);
    for (const { test } of places) expect(await test.differences()).toEqual([]);
  });
});
