import type { OperatedBot, Operations } from "@wazi/contracts";
import { describe, expect, it, test } from "vitest";
import { describeHealthy, isOverdue, isOverdueWork, findIssues } from "./health.ts";
import { describeEntryRefusal } from "./labels.ts";

const AT = "2026-11-21T12:00:00.000Z";
const ago = (minutes: number): string => new Date(Date.parse(AT) - minutes * 60_000).toISOString();

const bot: OperatedBot = {
  id: "0d3f8a52-2a0e-4c59-8a52-1f1f64f0c6a1",
  name: "Gold-Trader-02",
  market: "commodities",
  feed: "simulated",
  status: "trading",
  paused: null,
  haltReason: null,
  symbols: ["GOLD"],
  openTrade: null,
  lastCandleAt: ago(1),
  lastTradeAt: ago(30),
  nav: "1.0432",
  investors: 12,
  value: "3400.00",
  closedTrades: 40,
  winRatePct: "54.20",
  returnPct: "4.32",
};

const calm: Operations = {
  at: AT,
  lease: { holder: "trader", token: "7", expiresAt: ago(-1), isAlive: true },
  tradingWaitsUntil: null,
  bots: [bot, { ...bot, name: "Crypto-Whale-07" }],
  reconciliations: [{ checkedAt: ago(20), checks: 24, differences: 0, since: ago(300) }],
  completeReconciliation: { checkedAt: ago(300), checks: 26, differences: 0, since: null },
  feeds: [{ feed: "simulated", symbols: 20, newestPriceAt: ago(0), oldestPriceAt: ago(0), oldestSymbol: "GOLD" }],
  entryRefusals: [],
  mail: { transport: "folder", failedCount: 0, failed: [] },
  feedTroubles: [],
  queues: [
    { name: "withdrawals", count: 2, oldestAt: ago(100) },
    { name: "mail", count: 9_000, oldestAt: ago(90_000) },
  ],
  answers: {
    last15Minutes: { answers: 1_204, serverErrors: 0 },
    last24Hours: { answers: 90_000, serverErrors: 4 },
  },
};

it("reports a healthy system", () => {
  expect(findIssues(calm)).toEqual([]);
  expect(describeHealthy(calm)).toBe(
    "2 bots are trading. The books matched the ledger 20 min ago. The latest price is under 1 min old. No requests are overdue.",
  );
});

it("counts a paused bot without reporting an issue", () => {
  const paused = { ...calm, bots: [bot, { ...bot, status: "paused" as const }] };
  expect(findIssues(paused)).toEqual([]);
  expect(describeHealthy(paused)).toMatch(/^1 bot is trading, 1 is paused\. /);
});

const feed = calm.feeds[0]!;
const cases: { of: string; changes: Partial<Operations>; text: string; part: string }[] = [
  {
    of: "no trader yet",
    changes: { lease: null },
    part: "lease",
    text: "No trader has started yet. No bots are trading.",
  },
  {
    of: "a dead lease",
    changes: { lease: { holder: "trader", token: "7", expiresAt: ago(3), isAlive: false } },
    part: "lease",
    text: "No trader is running. Its lease expired 3 min ago. No bots are trading.",
  },
  {
    of: "a clock that was set back",
    changes: { tradingWaitsUntil: "2026-11-21T13:05:20.000Z" },
    part: "lease",
    text: "The server's clock was set back. No bots trade until 13:05 UTC. To trade now, run npm run wazi -- accept-clock.",
  },
  {
    of: "a difference",
    changes: { reconciliations: [{ checkedAt: ago(1), checks: 24, differences: 1, since: ago(300) }] },
    part: "books",
    text: "The books differ from the ledger: 1 difference.",
  },
  {
    of: "an overdue check of the books",
    changes: { reconciliations: [{ checkedAt: ago(180), checks: 24, differences: 0, since: ago(300) }] },
    part: "books",
    text: "The books were last checked 3 h ago. They should be checked every hour.",
  },
  {
    of: "a difference that only the comparison of all entries sees",
    changes: { completeReconciliation: { checkedAt: ago(300), checks: 26, differences: 2, since: null } },
    part: "books",
    text: "The last comparison of all entries found 2 differences. Run npm run reconcile on the server to list them.",
  },
  {
    of: "an overdue comparison of all entries",
    changes: { completeReconciliation: { checkedAt: ago(3_000), checks: 26, differences: 0, since: null } },
    part: "books",
    text: "All entries were last compared 2 days ago. Run npm run reconcile on the server every night.",
  },
  {
    of: "books of which only new entries were compared",
    changes: { completeReconciliation: null },
    part: "books",
    text: "No comparison of all entries yet. Run npm run reconcile on the server.",
  },
  {
    of: "no check of the books yet",
    changes: { reconciliations: [] },
    part: "books",
    text: "The books have not been checked yet.",
  },
  { of: "no prices", changes: { feeds: [] }, part: "feeds", text: "No prices received yet." },
  {
    of: "a feed that stopped",
    changes: { feeds: [{ ...feed, newestPriceAt: ago(12) }] },
    part: "feeds",
    text: "The simulated prices have stopped. The latest is 12 min old.",
  },
  {
    of: "a halted bot",
    changes: { bots: [{ ...bot, status: "halted", haltReason: "A trade lost all that it had" }] },
    part: "bots",
    text: "Gold-Trader-02 is halted: A trade lost all that it had.",
  },
  {
    of: "a bot that is wound up without a reason",
    changes: { bots: [{ ...bot, status: "winding-up" }] },
    part: "bots",
    text: "Gold-Trader-02 is being wound up.",
  },
  {
    of: "server errors",
    changes: {
      answers: { ...calm.answers, last15Minutes: { answers: 1_204, serverErrors: 3 } },
    },
    part: "answers",
    text: "3 server errors in 1,204 responses in the last 15 minutes.",
  },
  {
    of: "an overdue withdrawal",
    changes: { queues: [{ name: "withdrawals", count: 1, oldestAt: ago(2_940) }] },
    part: "queues",
    text: "Withdrawals to pay out: 1 pending, the oldest for 2 days.",
  },
];

test.each(cases)("reports $of", ({ changes, text, part }) => {
  expect(findIssues({ ...calm, ...changes })).toEqual([{ text, part }]);
});

it("reports several issues, the worst first", () => {
  const all = findIssues({ ...calm, lease: null, feeds: [], reconciliations: [] });
  expect(all.map(({ part }) => part)).toEqual(["lease", "books", "feeds"]);
});

it("separates faults from overdue requests, faults first", () => {
  const queues = [{ name: "deposits", count: 1, oldestAt: ago(300) }];
  const answers = { ...calm.answers, last15Minutes: { answers: 10, serverErrors: 1 } };
  const all = findIssues({ ...calm, lease: null, queues, answers });
  expect(all.map((each) => [each.part, isOverdueWork(each)])).toEqual([
    ["lease", false],
    ["answers", false],
    ["queues", true],
  ]);
});

describe("isOverdue", () => {
  test.each([
    ["deposits", 29, false],
    ["deposits", 30, true],
    ["withdrawals", 2_879, false],
    ["withdrawals", 2_880, true],
    ["payment-reviews", 240, true],
    ["verifications", 1_439, false],
    ["verifications", 1_440, true],
    ["mail", 100_000, false],
    ["something-new", 100_000, false],
  ])("%s after %i minutes: %s", (name, minutes, expected) => {
    expect(isOverdue({ name, count: 1, oldestAt: ago(minutes) }, AT)).toBe(expected);
  });

  it("is false for an empty queue", () => {
    expect(isOverdue({ name: "deposits", count: 0, oldestAt: null }, AT)).toBe(false);
  });
});

it("says why a limit held back an entry", () => {
  const refusal = {
    id: "1",
    botName: "Gold-Trader-02",
    symbol: "GOLD",
    asked: "0.5000",
    at: "2026-11-21T08:00:00.000Z",
  };
  const describe = (reason: "daily-loss" | "market-exposure", allowed: string) =>
    describeEntryRefusal({ ...refusal, reason, allowed });
  expect(describe("daily-loss", "0.0000")).toBe("Refused: the loss of the day had reached its limit.");
  expect(describe("market-exposure", "0.0000")).toContain("Refused: 50% of the bot's money");
  expect(describe("market-exposure", "0.3333")).toContain("Reduced from 50% to 33.33% of the bot's money");
});
