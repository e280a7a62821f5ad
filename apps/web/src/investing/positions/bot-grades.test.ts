import type { Bot, EvidenceHeadline, EvidenceMoney, PackageTier } from "@wazi/contracts";
import { expect, it } from "vitest";
import type { ListedBot } from "./bot-filters.ts";
import { groupByGrade } from "./bot-grades.tsx";

type Plans = EvidenceMoney["plans"];
const plan = (name: Plans[number]["plan"], hasEvidence: boolean) => ({ plan: name, hasEvidence }) as Plans[number];

function list(name: string, verdict: EvidenceHeadline["verdict"] | null, plans: Plans | null = null): ListedBot {
  const headline = { verdict, money: plans && { plans } } as EvidenceHeadline;
  return {
    bot: { name, place: null } as Bot,
    place: 0,
    evidence: verdict === null ? null : ({ headline } as ListedBot["evidence"]),
    isOwn: false,
  };
}

it("groups bots by what their record shows after the share on the person's plan", () => {
  const plans = [plan("starter", false), plan("enterprise", true)];
  const bots = [
    list("Missing", null),
    list("Gold", "none", plans),
    list("Basket", "both-halves", plans),
    list("Bills", "benchmark"),
    list("Trend", "weak", [plan("starter", true), plan("enterprise", true)]),
    list("Whale", "not-judged"),
    list("Earlier", "weak"),
  ];
  const group = (tier: PackageTier["tier"]) =>
    groupByGrade(bots, { tier, maxBots: 8 } as PackageTier).map(({ id, bots: listed }) => [
      id,
      listed.map(({ bot }) => bot.name),
    ]);
  expect(group("starter")).toEqual([
    ["evidence", ["Trend", "Earlier"]],
    ["before-share", ["Basket"]],
    ["none", ["Gold"]],
    ["not-judged", ["Missing", "Whale"]],
    ["benchmark", ["Bills"]],
  ]);
  expect(group("enterprise")[0]).toEqual(["evidence", ["Basket", "Trend", "Earlier"]]);
});
