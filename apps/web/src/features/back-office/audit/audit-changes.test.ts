import { expect, test } from "vitest";
import { listAuditChanges } from "./audit-changes.ts";

test("what changed comes first, amounts as amounts, and what was not noted as such", () => {
  expect(
    listAuditChanges({
      before: { kycStatus: "pending", balance: "500.00" },
      after: { kycStatus: "pending", balance: "620.50", rejectionReason: "Blurred" },
    }),
  ).toEqual([
    { name: "Balance", before: "500.00", after: "620.50", isMoney: true, isChanged: true },
    { name: "Rejection reason", before: undefined, after: "Blurred", isMoney: false, isChanged: true },
    { name: "KYC status", before: "pending", after: "pending", isMoney: false, isChanged: false },
  ]);
});

test("nothing, yes and no, and whatever else are told in text", () => {
  const [receivedAmount, isActive, fields] = listAuditChanges({
    before: null,
    after: { receivedAmount: null, isActive: false, fields: ["phone"] },
  });
  expect(receivedAmount).toMatchObject({ after: "none", isMoney: false });
  expect(isActive).toMatchObject({ name: "Active", after: "no" });
  expect(fields).toMatchObject({ after: '["phone"]' });
});

test("an amount is money only where it is one", () => {
  expect(listAuditChanges({ before: null, after: { balance: "much" } })[0]?.isMoney).toBe(false);
});

test("nothing noted, nothing to show", () => {
  expect(listAuditChanges({ before: null, after: null })).toEqual([]);
});
