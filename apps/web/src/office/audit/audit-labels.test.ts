import type { AuditEvent } from "@wazi/contracts";
import { describe, expect, it } from "vitest";
import { formatActorName, toAuditSentence } from "./audit-labels.ts";

const jane = { email: "jane@wazi.local", firstName: "Jane", lastName: "Doe" };
const amina = {
  id: "00000000-0000-4000-8000-000000000002",
  email: "amina@example.com",
  firstName: "Amina",
  lastName: "Otieno",
};

function entry(changes: Partial<AuditEvent>): AuditEvent {
  return {
    id: "1",
    actorId: "00000000-0000-4000-8000-000000000001",
    actor: jane,
    action: "user.activate",
    subjectType: "user",
    subjectId: amina.id,
    about: amina,
    amount: null,
    before: null,
    after: null,
    address: "10.0.0.1",
    happenedAt: "2026-11-21T10:32:05.000Z",
    ...changes,
  };
}

const said = (changes: Partial<AuditEvent>): string =>
  toAuditSentence(entry(changes))
    .map((part) => (typeof part === "string" ? part : "money" in part ? `$${part.money}` : "Amina Otieno"))
    .join("");

const deposit = { action: "deposit.settle", subjectType: "deposit", amount: "500.00" } as const;
const withdrawal = { subjectType: "withdrawal", amount: "80.00" } as const;

describe("toAuditSentence", () => {
  it.each<[Partial<AuditEvent>, string]>([
    [{ ...deposit, after: { status: "completed" } }, "approved the deposit of $500.00 of Amina Otieno"],
    [
      { ...deposit, after: { status: "completed", receivedAmount: "480.00" } },
      "approved the deposit of $500.00 of Amina Otieno; $480.00 was received",
    ],
    [{ ...deposit, after: { status: "failed" } }, "rejected the deposit of $500.00 of Amina Otieno"],
    [{ ...deposit, about: null, amount: null, after: { status: "failed" } }, "rejected a deposit"],
    [{ ...deposit, action: "deposit.cancel", actorId: amina.id }, "cancelled their deposit of $500.00"],
    [
      { ...withdrawal, action: "withdrawal.settle", after: { status: "rejected", notes: "Wrong network" } },
      "rejected the withdrawal of $80.00 of Amina Otieno: “Wrong network”",
    ],
    [
      { ...withdrawal, action: "withdrawal.delete", before: { status: "pending" }, after: { status: "rejected" } },
      "deleted the pending withdrawal of $80.00 of Amina Otieno and returned the money",
    ],
    [
      { ...withdrawal, action: "withdrawal.delete", before: { status: "completed" }, after: { status: "completed" } },
      "removed the withdrawal of $80.00 of Amina Otieno from the list",
    ],
    [
      {
        action: "user.adjust",
        before: { balance: "500.00", totalInvested: "0.00", totalProfit: "0.00" },
        after: { balance: "620.50", totalInvested: "0.00", totalProfit: "0.00", reason: "Goodwill" },
      },
      "adjusted the account of Amina Otieno; balance from $500.00 to $620.50: “Goodwill”",
    ],
    [
      { action: "user.set-kyc-status", before: { kycStatus: "pending" }, after: { kycStatus: "approved" } },
      "set the KYC status of Amina Otieno from pending to approved",
    ],
    [{ action: "user.end-sessions", before: { sessions: 1 } }, "ended 1 session of Amina Otieno"],
    [
      { action: "user.change-profile", after: { fields: ["firstName", "phone"] } },
      "changed their first name and phone number",
    ],
    [{ action: "session.sign-in-failed", actor: null, actorId: null }, "failed to sign in as Amina Otieno"],
    [
      { action: "administrator.role", before: { role: "money" }, after: { role: "read-only" } },
      "changed the role of Amina Otieno from money to read only",
    ],
    [
      { action: "bot.pause", about: null, after: { name: "Alpha-Forex-01", reason: "News" } },
      "paused the bot Alpha-Forex-01: “News”",
    ],
    [{ action: "deposits.export", about: null, after: { rows: 1234 } }, "exported 1,234 deposits to a file"],
  ])("%o: %s", (changes, words) => {
    expect(said(changes)).toBe(words);
  });

  it("shows an unknown action by its code and subject", () => {
    expect(said({ action: "constructor", subjectType: "moon", subjectId: "7" })).toBe("constructor (moon 7)");
    expect(said({ action: "moon.land", subjectType: "moon", subjectId: "7" })).toBe("moon.land (moon 7)");
  });

  it("accepts details of another shape", () => {
    for (const after of [
      null,
      {},
      { status: 7, fields: "no", rows: "many", role: [], kycStatus: null },
      { role: "constructor" },
    ]) {
      for (const action of ["deposit.settle", "user.change-profile", "deposits.export", "administrator.make"]) {
        expect(said({ action, after })).toMatch(/\w/);
      }
    }
  });
});

describe("formatActorName", () => {
  it.each<[Partial<AuditEvent>, string]>([
    [{}, "Jane Doe"],
    [{ actor: { ...jane, firstName: "", lastName: "" } }, "jane@wazi.local"],
    [{ actor: null }, "Deleted user"],
    [{ actor: null, actorId: null }, "Not signed in"],
    [{ actor: null, actorId: null, action: "user.make-admin" }, "System"],
  ])("%o: %s", (changes, name) => {
    expect(formatActorName(entry(changes))).toBe(name);
  });
});
