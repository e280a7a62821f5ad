import { buildBotConfig, botCatalogue, createBotState, type BotConfig, type MomentEvent } from "@wazi/trading";
import { expect, it } from "vitest";
import { selectEvents } from "./trading-bot.ts";

const [first] = botCatalogue;
const single = buildBotConfig(first!);
const weighted: BotConfig = {
  ...single,
  strategy: {
    name: "equal",
    description: "Equal parts.",
    parameters: {},
    months: 1,
    weigh: ({ parts }) => parts.map(() => 0.1),
  },
};

function select(config: BotConfig, events: readonly MomentEvent[]): MomentEvent[] {
  return selectEvents({ config, state: createBotState(config) }, events);
}

it("gives a bot its symbols' events, and the ends of its market's moments when it decides then", () => {
  const own: MomentEvent = { type: "series-break", symbol: "EUR/USD" };
  const ends: MomentEvent[] = [
    { type: "moment-end", time: 1 },
    { type: "moment-end", time: 2, market: "forex" },
    { type: "moment-end", time: 3, market: "stocks" },
  ];
  const events = [own, { type: "series-break", symbol: "AAPL" } as const, ...ends];
  expect(select(single, events)).toEqual([own]);
  expect(select(weighted, events)).toEqual([own, ends[0], ends[1]]);
});
