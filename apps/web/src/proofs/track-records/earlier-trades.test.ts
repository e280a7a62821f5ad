import type { ClosedTrade, EvidenceTrade } from "@wazi/contracts";
import { expect, it } from "vitest";
import { pickBacktestTrades, pickClosings } from "../../app/pages/earlier-trades.tsx";

it("keeps the five newest closings of all bots", () => {
  const trades = [3, 9, 1, 7, 5, 2].map((hour) => {
    const executedAt = `2026-11-21T0${hour}:00:00.000Z`;
    return { id: String(hour), botName: "A", symbol: "GOLD", side: "buy", executedAt } as ClosedTrade;
  });
  expect(pickClosings(trades).map(({ id }) => id)).toEqual(["9", "7", "5", "3", "2"]);
});

it("lists trades of backtests by their closing", () => {
  const trades = ["2026-01-02", "2026-03-04"].map((day) => {
    return {
      botName: "A",
      symbol: "GOLD",
      side: "sell",
      series: "s",
      exitAt: `${day}T00:00:00.000Z`,
    } as EvidenceTrade & {
      botName: string;
    };
  });
  expect(pickBacktestTrades(trades).map(({ at }) => at.slice(0, 10))).toEqual(["2026-03-04", "2026-01-02"]);
});
