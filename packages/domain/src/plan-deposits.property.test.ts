import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "./durations.ts";
import { cents } from "./money.ts";
import { computePlanDeposits, type PlanFlow } from "./plan-deposits.ts";

const flow = (kind: PlanFlow["kind"], dollars: number, day: number): PlanFlow => ({
  kind,
  amount: cents(BigInt(dollars * 100)),
  at: day * DAY_MS,
});
const into = (dollars: number, day: number): PlanFlow => flow("deposit", dollars, day);
const out = (dollars: number, day: number): PlanFlow => flow("withdrawal", dollars, day);

describe("what counts for the plan", () => {
  it.each([
    ["every deposit", [into(100, 0), into(400, 90)], 500],
    [
      "money that went in and out ten times",
      Array.from({ length: 10 }, (_, day) => [into(100, day), out(100, day)]).flat(),
      0,
    ],
    ["the last of it, once it stays", [into(100, 0), out(100, 1), into(100, 2)], 100],
    ["money older than 30 days that leaves", [into(1000, 0), out(1000, 31)], 1000],
    ["less money that leaves on the 30th day", [into(1000, 0), out(1000, 30)], 0],
    ["the older deposit, because the newest is taken first", [into(500, 0), into(300, 20), out(300, 40)], 500],
    ["less of both when the newest is too small", [into(500, 15), into(300, 20), out(400, 40)], 400],
    ["what a large withdrawal of old money leaves", [into(500, 0), into(300, 20), out(800, 40)], 500],
    ["a deposit of the same moment as a withdrawal as taken", [out(100, 5), into(100, 5)], 0],
  ])("is %s", (_what, flows, dollars) => {
    expect(computePlanDeposits(flows)).toBe(BigInt(dollars * 100));
  });

  const flows = fc.array(
    fc.record({
      kind: fc.constantFrom("deposit" as const, "withdrawal" as const),
      amount: fc.bigInt({ min: 1n, max: 200_000n }).map(cents),
      at: fc.nat(120 * 24).map((hours) => hours * 3_600_000),
    }),
    { maxLength: 25 },
  );

  it("is never below 0 nor above the deposits, and takes of each deposit only what left within 30 days of it", () => {
    fc.assert(
      fc.property(flows, (all) => {
        const counted = computePlanDeposits(all);
        const sum = (list: readonly PlanFlow[]): bigint => list.reduce((total, { amount }) => total + amount, 0n);
        const deposits = all.filter(({ kind }) => kind === "deposit");
        const withdrawals = all.filter(({ kind }) => kind === "withdrawal");
        const safe = deposits.filter(
          ({ at }) => !withdrawals.some((each) => each.at >= at && each.at - at <= 30 * DAY_MS),
        );
        expect(counted).toBeGreaterThanOrEqual(sum(safe));
        expect(counted).toBeLessThanOrEqual(sum(deposits));
        expect(sum(deposits) - counted).toBeLessThanOrEqual(sum(withdrawals));
        expect(computePlanDeposits(all.toReversed())).toBe(counted);
      }),
    );
  });

  it("rises by a new deposit, and by nothing else", () => {
    fc.assert(
      fc.property(flows, fc.bigInt({ min: 1n, max: 200_000n }), (all, amount) => {
        const at = 200 * DAY_MS;
        const now = computePlanDeposits(all);
        expect(computePlanDeposits([...all, { kind: "deposit", amount: cents(amount), at }])).toBe(now + amount);
        expect(computePlanDeposits([...all, { kind: "withdrawal", amount: cents(amount), at }])).toBe(now);
      }),
    );
  });
});
