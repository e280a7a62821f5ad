import { DAY_MS, type FeedKind } from "@wazi/contracts";
import { describe, expect, it } from "vitest";
import { type BotDays, correlateBots } from "./bot-correlations.ts";

const FIRST = Date.UTC(2026, 0, 1);
const dayOf = (index: number): string => new Date(FIRST + index * DAY_MS).toISOString().slice(0, 10);

function bot(name: string, changes: readonly (number | null)[], feed: FeedKind = "simulated"): BotDays {
  const days = changes.flatMap((change, index) => (change === null ? [] : [{ day: dayOf(index), change }]));
  return { botId: name, botName: name, market: "forex", feed, days };
}

const upAndDown = Array.from({ length: 40 }, (_, day) => (day % 2 === 0 ? 0.01 : -0.01));
const lastDays = new Map<FeedKind, string>([["simulated", dayOf(39)]]);
const correlate = (one: BotDays, other: BotDays, last = lastDays) => correlateBots([one, other], last)[0]!;

describe("the correlation of two bots", () => {
  it("is that of their daily changes", () => {
    const mirrored = upAndDown.map((change) => -change / 3);
    expect(correlate(bot("a", upAndDown), bot("b", upAndDown))).toMatchObject({
      correlation: "1.00",
      days: 40,
      reason: null,
    });
    expect(correlate(bot("a", upAndDown), bot("b", mirrored))).toMatchObject({ correlation: "-1.00", days: 40 });
    const slow = Array.from({ length: 40 }, (_, day) => (day % 4 < 2 ? 0.02 : -0.02));
    expect(correlate(bot("a", upAndDown), bot("b", slow))).toMatchObject({ correlation: "0.00", days: 40 });
  });

  it("counts a day without a closed trade as no change, by hand", () => {
    // Forty days, of which the other bot moved on the first two: +1 and −1 against +1 and −1, then 0.
    const [one, other] = [bot("a", upAndDown), bot("b", [0.01, -0.01])];
    // Covariance 2 × 10^-4 / 40; deviations 0.01 and 0.01 × √(2 / 40).
    expect(correlate(one, other).correlation).toBe(Math.sqrt(2 / 40).toFixed(2));
  });

  it("starts with the later first trade and ends with the last complete day", () => {
    const late = bot("b", [...Array.from({ length: 11 }, () => null), ...upAndDown.slice(11), 5, 5]);
    expect(correlate(bot("a", upAndDown), late)).toEqual({
      botId: "a",
      otherBotId: "b",
      correlation: null,
      days: 29,
      reason: "too-few-days",
    });
    const next = new Map<FeedKind, string>([["simulated", dayOf(40)]]);
    expect(correlate(bot("a", upAndDown), bot("b", upAndDown), next)).toMatchObject({ days: 41, correlation: "1.00" });
  });

  it("is null with the reason when it cannot be computed", () => {
    expect(
      correlate(
        bot("a", upAndDown),
        bot(
          "b",
          upAndDown.map(() => 0),
        ),
      ),
    ).toMatchObject({ correlation: null, reason: "no-change" });
    expect(correlate(bot("a", upAndDown), bot("b", []))).toMatchObject({
      correlation: null,
      days: 0,
      reason: "too-few-days",
    });
    expect(correlate(bot("a", upAndDown), bot("b", upAndDown, "live")).reason).toBe("different-feeds");
    expect(correlate(bot("a", upAndDown, "replay"), bot("b", upAndDown, "replay")).reason).toBe("replay");
    expect(correlate(bot("a", upAndDown), bot("b", upAndDown), new Map()).reason).toBe("too-few-days");
  });

  it("lists each pair once", () => {
    const bots = ["a", "b", "c"].map((name) => bot(name, upAndDown));
    expect(correlateBots(bots, lastDays).map(({ botId, otherBotId }) => botId + otherBotId)).toEqual([
      "ab",
      "ac",
      "bc",
    ]);
  });
});
