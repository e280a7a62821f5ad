import { buildDepositPostings, parseCents } from "@wazi/domain";
import { expect, it } from "vitest";
import { toLedgerEntries } from "./operation.ts";

it("writes the lines of a ledger transaction as decimal amounts", () => {
  expect(toLedgerEntries(buildDepositPostings("amina", "crypto", parseCents("12.5")))).toEqual([
    { account: "external:crypto", amount: "-12.50" },
    { account: "user:amina:deposit_funds", amount: "12.50" },
  ]);
});
