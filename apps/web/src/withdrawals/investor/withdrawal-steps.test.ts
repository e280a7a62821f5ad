import { DAY_MS, type Withdrawal } from "@wazi/contracts";
import { expect, it } from "vitest";
import { describeWithdrawalSteps } from "./withdrawal-steps.ts";

const withdrawal: Withdrawal = {
  id: "7a4f6a0e-0000-4000-8000-000000000001",
  userId: "7a4f6a0e-0000-4000-8000-000000000002",
  amount: "100.00",
  withdrawalType: "mpesa",
  currency: null,
  network: null,
  destinationAddress: null,
  country: "Kenya",
  bankName: null,
  accountName: null,
  phoneNumber: "+254712345678",
  transactionHash: null,
  notes: null,
  status: "pending",
  isCancelled: false,
  hold: null,
  decideBy: "2026-11-25T08:00:00.000Z",
  payout: null,
  createdAt: "2026-11-23T08:00:00.000Z",
  updatedAt: "2026-11-23T08:00:00.000Z",
  settledAt: null,
};
const NOW = Date.parse("2026-11-23T08:30:00.000Z");
const SETTLED_AT = "2026-11-23T09:00:00.000Z";

it.each<[Partial<Withdrawal>, [string, string][]]>([
  [
    {},
    [
      ["Being checked", "now"],
      ["Paid to you", "later"],
    ],
  ],
  [
    { status: "processing" },
    [
      ["Being paid", "now"],
      ["Paid to you", "later"],
    ],
  ],
  [{ status: "completed", settledAt: SETTLED_AT }, [["Paid to you", "done"]]],
  [{ status: "rejected", settledAt: SETTLED_AT }, [["Rejected", "ended"]]],
  [{ status: "rejected", isCancelled: true, settledAt: SETTLED_AT }, [["Cancelled by you", "ended"]]],
])("of %o shows what happened and what comes next", (changed, expected) => {
  const [first, ...rest] = describeWithdrawalSteps({ ...withdrawal, ...changed }, "by a person");
  expect(first).toMatchObject({ title: "Requested, amount on hold", at: withdrawal.createdAt, state: "done" });
  expect(rest.map(({ title, state }) => [title, state])).toEqual(expected);
});

it("says until when a hold delays it, and that the money came back", () => {
  const hold = { reasons: ["password-changed" as const], endsAt: "2026-11-24T08:00:00.000Z" };
  const [, held] = describeWithdrawalSteps({ ...withdrawal, hold }, "by a person", NOW);
  expect(held).toMatchObject({ title: expect.stringMatching(/^Waiting until 24 Nov 2026/) as string });
  expect(held?.text).toMatch(/^Recently your password was changed. We decide by 25 Nov 2026/);
  const [, ended] = describeWithdrawalSteps(
    { ...withdrawal, status: "rejected", settledAt: SETTLED_AT },
    "by a person",
  );
  expect(ended).toMatchObject({ at: SETTLED_AT, text: "$100.00 returned to your balance." });
});

it.each<[string, Partial<Withdrawal>, number, RegExp]>([
  ["until the latest time", {}, NOW, /^We decide by 25 Nov 2026, \d\d:\d\d( UTC)? at the latest\.$/],
  ["after it", {}, NOW + 3 * DAY_MS, /^This is late: we should have decided by 25 Nov 2026/],
  [
    "by two people",
    { twoPeople: { above: "10000.00", isPossible: true } },
    NOW,
    /at the latest\. Two people check withdrawals above \$10,000\.00\.$/,
  ],
  [
    "by two people who are not there, without a time",
    { twoPeople: { above: "10000.00", isPossible: false } },
    NOW,
    /^Two people must approve withdrawals above \$10,000\.00\. At the moment only one can.* one of up to \$10,000\.00\.$/,
  ],
])("says when it is decided: %s", (_of, changed, now, text) => {
  const [, check] = describeWithdrawalSteps({ ...withdrawal, ...changed }, "by a person", now);
  expect(check?.text).toMatch(text);
});
