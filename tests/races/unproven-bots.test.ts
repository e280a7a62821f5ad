import { parseCents } from "@wazi/domain";
import type { EvidenceVerdict } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deactivateBot } from "../../apps/server/src/investing/investments/deactivate-bot.ts";
import { activateBot, type ActivationDeps } from "../../apps/server/src/investing/investments/activate-bot.ts";
import { topUpBot } from "../../apps/server/src/investing/investments/change-position.ts";
import { chooseUnprovenBots, decideNewMoney } from "../../apps/server/src/investing/evidence/new-money.ts";
import { buildEvidence, buildHeadline, recordEvidence } from "../harness/recorded-evidence.ts";
import { startScriptedBots, type ScriptedBots } from "../harness/scripted-bots.ts";
import { PreparedRace, startTestApp, type TestApp, type TestClient } from "../harness/test-app.ts";

let test: TestApp;
let bots: ScriptedBots;
const race = new PreparedRace();
let recorded = 0;

beforeAll(async () => {
  test = await startTestApp(undefined, race.wrapDoor);
  bots = await startScriptedBots(test);
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
});

/** Records evidence about the first bot that is newer than all before. */
async function judge(verdict: EvidenceVerdict): Promise<void> {
  recorded += 1;
  const recordedAt = new Date(Date.UTC(2099, 0, 1, 0, recorded)).toISOString();
  await recordEvidence(test.sql, [
    buildEvidence("Alpha-Forex-01", { recordedAt, headline: buildHeadline({ verdict }) }),
  ]);
}

/** The operations as live mode has them. The rest of the application is a demo, so that its bots take money. */
const withSetting = (unprovenBots: ActivationDeps["unprovenBots"]): ActivationDeps => ({
  sql: test.sql,
  door: test.door,
  maxPriceAgeMs: 60_000,
  now: () => new Date(),
  isTraded: () => true,
  closesBills: false,
  shareAbove: "nothing" as const,
  findDueInterestDay: () => null,
  symbolsOf: () => [],
  listEndedSymbols: () => Promise.resolve(new Set()),
  requiresAnswers: false,
  unprovenBots,
});
const input = ({ userId }: TestClient, amount = "100") => ({
  userId,
  botId: bots.ids[0] ?? "",
  amount: parseCents(amount),
  risk: { stopLoss: null, takeProfit: null },
  requestKey: null,
  first: null,
});

async function listReasons({ userId }: TestClient): Promise<(string | null)[]> {
  const rows = await test.sql<{ reason: string | null }[]>`
    select t.reason from position_events e join ledger_transactions t on t.id = e.transaction_id
    where e.user_id = ${userId} and e.kind = 'allocation' order by t.id`;
  return rows.map(({ reason }) => reason);
}

const NO_EVIDENCE = "There is no evidence that this bot earns more than Treasury bills";
const refusal = (reason: string) => ({
  code: "BOT_UNAVAILABLE",
  message: `Alpha-Forex-01 takes no new money, because ${reason}. No money was moved.`,
});
const refusals = {
  none: refusal("there is no evidence that it earns more than Treasury bills"),
  "not-judged": refusal("its record cannot be judged"),
} as const;

describe("the setting", () => {
  it("rules live mode only, and only bots without evidence", () => {
    const choices = (["demo", "live"] as const).flatMap((mode) =>
      (["closed", "open"] as const).map((unprovenBots) => chooseUnprovenBots({ mode, unprovenBots })),
    );
    expect(choices).toEqual(["open", "open", "closed", "warned"]);
    const verdicts = ["none", "weak", "both-halves", "benchmark", "not-judged"] as const;
    expect(verdicts.map((verdict) => decideNewMoney({ verdict, retiredOn: null, isOverdue: false }, "closed"))).toEqual(
      [...["closed", "open", "open", "open", "closed"]],
    );
  });
});

describe("bills", () => {
  it("take no new money in live mode where they earn no interest, and always let it out", async () => {
    const portfolios = (await test.visitor().call("GET", "/api/portfolios")).body as { id: string; name: string }[];
    const bills = portfolios.find(({ name }) => name === "Bills")!;
    const client = await test.funded("1000");
    const closed = { ...withSetting("closed"), closesBills: true };
    const money = { ...input(client), botId: bills.id };
    const noInterest = {
      code: "BOT_UNAVAILABLE",
      message: "Bills takes no new money, because the money in it earns no interest here. No money was moved.",
    };
    await expect(activateBot(closed, money)).rejects.toMatchObject(noInterest);
    await activateBot(withSetting("closed"), money);
    await expect(topUpBot(closed, money)).rejects.toMatchObject(noInterest);
    expect((await deactivateBot(closed, money)).status).toBe(200);
  });
});

describe("a bot without evidence", () => {
  it.each(["none", "not-judged"] as const)(
    "with the verdict %s takes no new money where it is closed, and always lets money out",
    async (verdict) => {
      await judge("weak");
      const [held, other] = [await test.funded("1000"), await test.funded("1000")];
      await activateBot(withSetting("closed"), input(held));
      await judge(verdict);
      await expect(activateBot(withSetting("closed"), input(other))).rejects.toMatchObject(refusals[verdict]);
      await expect(topUpBot(withSetting("closed"), input(held))).rejects.toMatchObject(refusals[verdict]);
      expect((await deactivateBot(withSetting("closed"), input(held))).status).toBe(200);
    },
  );

  it("takes money where the operator has opened it, and the ledger keeps that there is no evidence", async () => {
    await judge("none");
    const client = await test.funded("1000");
    await activateBot(withSetting("warned"), input(client));
    await topUpBot(withSetting("warned"), input(client));
    expect(await listReasons(client)).toEqual([NO_EVIDENCE, NO_EVIDENCE]);
  });

  it("takes money in a demo, with nothing to record", async () => {
    await judge("none");
    const client = await test.funded("1000");
    await activateBot(withSetting("open"), input(client));
    await topUpBot(withSetting("open"), input(client));
    expect(await listReasons(client)).toEqual([null, null]);
  });

  it.each(["weak", "both-halves", "benchmark"] as const)("%s takes money everywhere", async (verdict) => {
    await judge(verdict);
    const client = await test.funded("1000");
    await activateBot(withSetting("closed"), input(client));
    await topUpBot(withSetting("warned"), input(client));
    expect(await listReasons(client)).toEqual([null, null]);
  });

  it("takes no money that was decided on a record which a newer one replaced meanwhile", async () => {
    await judge("weak");
    const [held, other] = [await test.funded("1000"), await test.funded("1000")];
    await activateBot(withSetting("closed"), input(held));
    for (const move of [
      () => activateBot(withSetting("closed"), input(other)),
      () => topUpBot(withSetting("closed"), input(held)),
    ]) {
      await judge("weak");
      race.prepare(() => judge("none"));
      await expect(move()).rejects.toMatchObject(refusals.none);
    }
    await judge("weak");
    race.prepare(() => judge("both-halves"));
    expect((await topUpBot(withSetting("closed"), input(held))).status).toBe(200);
  });
});
