import { describe, expect, it } from "vitest";
import { mergePostings, poolAccount, sumPostings, type Posting } from "./accounts.ts";
import { cents } from "./money.ts";

const line = (account: Posting["account"], amount: bigint): Posting => ({ account, amount: cents(amount) });

describe("the lines of a ledger transaction", () => {
  it("are merged by account, without those that come to zero", () => {
    const lines = [line("market", 5n), line("platform:fees", 2n), line(poolAccount("b"), -1n), line("market", -5n)];
    expect(mergePostings([...lines, line("pool:b", -1n)])).toEqual([line("platform:fees", 2n), line("pool:b", -2n)]);
  });

  it("must sum to zero", () => {
    expect(() => mergePostings([line("market", 5n), line("platform:fees", -4n)])).toThrow(
      new Error("A ledger transaction must sum to zero; this one sums to 1 cents"),
    );
  });

  it("are summed for one account", () => {
    expect(sumPostings([line("market", 5n), line("platform:fees", 2n), line("market", -8n)], "market")).toBe(-3n);
  });
});
