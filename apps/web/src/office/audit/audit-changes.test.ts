import { expect, test } from "vitest";
import { listAuditChanges } from "./audit-details.tsx";

test("lists changed fields first, marks amounts, and leaves missing values undefined", () => {
  expect(
    listAuditChanges({
      before: { kycStatus: "pending", balance: "500.00" },
      after: {
        kycStatus: "pending",
        balance: "620.50",
        rejectionReason: "Blurred",
      },
    }),
  ).toEqual([
    {
      name: "Balance",
      words: "balance",
      before: "500.00",
      after: "620.50",
      isMoney: true,
      isChanged: true,
    },
    {
      name: "Rejection reason",
      words: "rejection reason",
      before: undefined,
      after: "Blurred",
      isMoney: false,
      isChanged: true,
    },
    {
      name: "KYC status",
      words: "KYC status",
      before: "pending",
      after: "pending",
      isMoney: false,
      isChanged: false,
    },
  ]);
});

test("formats null, booleans and other values as text", () => {
  const [receivedAmount, isActive, fields] = listAuditChanges({
    before: null,
    after: { receivedAmount: null, isActive: false, fields: ["phone"] },
  });
  expect(receivedAmount).toMatchObject({ after: "none", isMoney: false });
  expect(isActive).toMatchObject({ name: "Active", after: "no" });
  expect(fields).toMatchObject({ after: '["phone"]' });
});

test("treats a field as money only if its value is an amount", () => {
  expect(listAuditChanges({ before: null, after: { balance: "much" } })[0]?.isMoney).toBe(false);
});

test("lists nothing without recorded values", () => {
  expect(listAuditChanges({ before: null, after: null })).toEqual([]);
});
