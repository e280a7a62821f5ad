import { botCatalogue, catalogueBotConfig, createBotState, type BotState, type PendingOrder } from "@wazi/trading";
import { describe, expect, it } from "vitest";
import { dropRefusedEntry } from "./entry-gate.ts";

const [bot] = botCatalogue;
if (!bot) throw new Error("an empty catalogue");
const empty = createBotState(catalogueBotConfig(bot));
const waiting = (action: PendingOrder["action"]): BotState => ({
  ...empty,
  pending: { symbol: "EUR/USD", decidedBarTime: 0, action },
});
const entry = waiting({ kind: "enter", side: "buy", exposure: "0.1000", stopPrice: 1, targetPrice: null });
const close = waiting({ kind: "close" });

describe("an order to open a trade", () => {
  it("is dropped where no trade may be opened, and only there", () => {
    expect(dropRefusedEntry(entry, "EUR/USD", false).pending).toBeNull();
    expect(dropRefusedEntry(entry, "EUR/USD", true)).toBe(entry);
    expect(dropRefusedEntry(entry, "GBP/USD", false)).toBe(entry);
  });

  it("is not one to close, which always stands", () => {
    expect(dropRefusedEntry(close, "EUR/USD", false)).toBe(close);
    expect(dropRefusedEntry(empty, "EUR/USD", false)).toBe(empty);
  });
});
