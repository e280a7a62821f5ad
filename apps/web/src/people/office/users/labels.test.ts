import type { AdminPosition, AdminUserDetail } from "@wazi/contracts";
import { describe, expect, test } from "vitest";
import { describeDeactivation, describeDeletion } from "./labels.ts";

function position(name: string, value: string, fresh = true): AdminPosition {
  return {
    botId: "8f14e45f-ceea-467f-a9d2-1f0c0d1c7a11",
    name,
    market: "forex",
    allocatedAmount: value,
    value,
    runningProfit: "0.00",
    interest: "0.00",
    lossCarried: "0.00",
    userSharePct: 70,
    shareAbove: "nothing",
    fresh,
    activatedAt: "2026-11-21T10:00:00.000Z",
  };
}

function detailWith(changes: Partial<Pick<AdminUserDetail, "positions" | "sessions" | "pending">>): AdminUserDetail {
  const nothing = { positions: [], sessions: 0, pending: { deposits: 0, withdrawals: 0, verifications: 0 } };
  return { ...nothing, ...changes } as unknown as AdminUserDetail;
}

describe("describeDeactivation", () => {
  test("lists positions with their value, sessions and remaining access", () => {
    const effects = describeDeactivation(
      detailWith({
        positions: [position("Alpha-Forex-01", "1000.50"), position("Gold-Trader-02", "234.06")],
        sessions: 3,
      }),
    );
    expect(effects).toEqual([
      "Closes 2 positions worth $1,234.56 (Alpha-Forex-01, Gold-Trader-02). The money goes to their balance.",
      "Ends 3 sessions and signs them out everywhere.",
      expect.stringContaining("still sign in to view") as string,
    ]);
  });

  test("lists positions without a price and pending requests", () => {
    const effects = describeDeactivation(
      detailWith({
        positions: [position("Crypto-Whale-07", "100.00", false)],
        sessions: 1,
        pending: { deposits: 1, withdrawals: 1, verifications: 1 },
      }),
    ).join(" ");
    expect(effects).toContain("Closes 1 position worth $100.00");
    expect(effects).toContain("Crypto-Whale-07: no current price");
    expect(effects).toContain("Ends 1 session and");
    expect(effects).toContain("Still pending for your decision: 1 deposit, 1 withdrawal and 1 verification.");
  });

  test("says that there is nothing to close or end", () => {
    expect(describeDeactivation(detailWith({})).slice(0, 2)).toEqual([
      "They have no positions to close.",
      "They have no active sessions.",
    ]);
  });
});

test("describeDeletion lists ended sessions and kept records", () => {
  expect(describeDeletion(detailWith({ sessions: 2 })).join(" ")).toMatch(/cannot undo this.*Ends 2 sessions.*ledger/);
});
