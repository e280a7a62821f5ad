import type { EvidenceMoney } from "@wazi/contracts";
import { createElement, Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { chooseKeptPlan, describeAfterShare, describeMoney, type KeptPlan, WITHOUT_PACKAGE } from "./bot-money.ts";

const overBillsPct = { value: 1.1, low: -0.5, high: 2.7 };
const money: EvidenceMoney = {
  putIn: "1000.00",
  bot: "37900.94",
  bills: "8170.25",
  shares: "217437.50",
  worstFall: { pct: -15.0698, months: 12, isMadeUp: false },
  years: 48,
  yearsBelowBills: 18,
  plans: [
    { plan: "none", userSharePct: 70, kept: "21860.77", overBillsPct, hasEvidence: false },
    { plan: "starter", userSharePct: 70, kept: "21860.77", overBillsPct, hasEvidence: false },
    { plan: "enterprise", userSharePct: 90, kept: "27820.99", overBillsPct, hasEvidence: true },
  ],
  fundCostPct: 0.2,
  dividendTaxPct: 30,
};
const record = { verdict: "both-halves", from: "1975-01-01", to: "2022-12-31", money } as const;
const own = (plan: KeptPlan["plan"]): KeptPlan => ({ plan, whose: "own" });

/** The sentences as text, with strong parts between asterisks. */
function read(...[headline, plan, isAboveBills = false]: [Parameters<typeof describeMoney>[0], KeptPlan, boolean?]) {
  const sentences = describeMoney(
    headline,
    plan,
    (text) => createElement(Fragment, null, "*", text, "*"),
    isAboveBills,
  );
  const toText = (node: React.ReactNode) =>
    renderToStaticMarkup(createElement(Fragment, null, node)).replaceAll("&#x27;", "'");
  return (
    sentences && Object.values<React.ReactNode>({ ...sentences }).map((each) => (each === null ? null : toText(each)))
  );
}

describe("the money of a record", () => {
  it("is said in sentences, in whole dollars rounded down", () => {
    expect(read(record, own("starter"))).toEqual([
      "*$1,000* put in at the start of 1975 became *$37,900* in this bot by the end of 2022, *$8,170* in Treasury bills and *$217,437* in shares.",
      "You would have kept *$21,860* on your plan, with 70% of the profit.",
      "The worst fall was *15.1%*. It had lasted 12 months when the record ended.",
      "In *18* of 48 years it did worse than bills.",
      "Kept means after Wazi's share, fund costs of 0.2% a year and 30% tax on dividends. Shares: bought once, held, dividends in.",
    ]);
  });

  it("says that more is kept where the share is taken above bills", () => {
    expect(read(record, own("starter"), true)?.at(-1)).toBe(
      `${read(record, own("starter"))?.at(-1)} These figures take Wazi's share of all profit. Here Wazi takes it only of profit above Treasury bills, so you would have kept more.`,
    );
  });

  it("names a share that is taken above bills, as it is here", () => {
    const above = { ...record, money: { ...money, profitShareAbove: "bills" as const } };
    expect(read(above, own("starter"), true)?.at(-1)).toBe(
      "Kept means after Wazi's share of profit above bills, fund costs of 0.2% a year and 30% tax on dividends. Shares: bought once, held, dividends in.",
    );
  });

  it("names the plan, and says when a fall was made up", () => {
    const worstFall = { pct: -8.66, months: 1, isMadeUp: true };
    const [, kept, fall] = read(
      { ...record, money: { ...money, worstFall } },
      { plan: "enterprise", whose: "locked" },
    )!;
    expect([kept, fall]).toEqual([
      "You would have kept *$27,820* on the Enterprise plan, with 90% of the profit.",
      "The worst fall was *8.7%* and lasted 1 month.",
    ]);
    expect(read(record, WITHOUT_PACKAGE)![1]).toBe(
      "You would have kept *$21,860* without a package, with 70% of the profit.",
    );
  });

  it("of bills is kept whole, and is not compared with bills", () => {
    const plans = [{ ...money.plans[0]!, kept: "8170.25" }];
    const bills = {
      ...record,
      verdict: "benchmark" as const,
      money: { ...money, bot: "8170.25", worstFall: null, plans },
    };
    expect(read(bills, WITHOUT_PACKAGE)).toEqual([
      "*$1,000* put in at the start of 1975 became *$8,170* in Treasury bills by the end of 2022, and *$217,437* in shares, bought once and held with dividends.",
      "You would have kept all of it: Wazi takes no share of interest.",
      "It did not fall in any month.",
      null,
      null,
    ]);
    expect(describeAfterShare(bills, WITHOUT_PACKAGE)).toBeNull();
  });

  it("is missing without a record of it, and on a plan that it does not have", () => {
    const missing = { ...record, verdict: "not-judged" as const, money: null };
    expect([read(missing, own("starter")), describeAfterShare(missing, own("starter"))]).toEqual([null, null]);
    expect(read(record, own("professional"))![1]).toBeNull();
    expect(describeAfterShare(record, own("professional"))).toBeNull();
  });
});

describe("the verdict after the share", () => {
  it("is that of the person's plan", () => {
    expect(describeAfterShare(record, own("starter"))).toEqual({
      hasEvidence: false,
      mark: "none",
      text: "After Wazi's share on your plan there is no evidence of more than bills.",
    });
    expect(describeAfterShare(record, { plan: "enterprise", whose: "locked" })).toEqual({
      hasEvidence: true,
      mark: "both-halves",
      text: "After Wazi's share on the Enterprise plan there is evidence of more than bills.",
    });
    expect(describeAfterShare(record, WITHOUT_PACKAGE)?.text).toBe(
      "After Wazi's share at 70:30, without a package, there is no evidence of more than bills.",
    );
  });

  it("is on the plan that unlocks a bot, for those whose package does not", () => {
    const none = { tier: "none", maxBots: 0 } as const;
    const starter = { tier: "starter", maxBots: 3 } as const;
    expect([chooseKeptPlan(null, none), chooseKeptPlan(null, starter)]).toEqual([WITHOUT_PACKAGE, own("starter")]);
    expect([chooseKeptPlan(2, none), chooseKeptPlan(2, starter), chooseKeptPlan(4, starter)]).toEqual([
      { plan: "starter", whose: "locked" },
      own("starter"),
      { plan: "professional", whose: "locked" },
    ]);
    expect(chooseKeptPlan(7, starter)).toEqual({ plan: "enterprise", whose: "locked" });
  });
});
