import { describe, expect, it } from "vitest";
import { createInstrumentRule } from "../bot/bot-config.ts";
import { LongerBarsRule } from "../bot/longer-bars-rule.ts";
import { intervalMs } from "../candle.ts";
import { describeRule } from "../evidence/registration.ts";
import { botCatalogue, buildBotConfig } from "./bot-catalogue.ts";
import { countBars, hours, scheduleBars } from "./decision-schedule.ts";

const DAYS = { window: hours(48) };

describe("lengths of time", () => {
  it("are counted in the bars of the schedule", () => {
    expect(countBars("each-hour", DAYS)).toEqual({ window: 48 });
    expect(countBars("day-close", DAYS)).toEqual({ window: 2 });
  });

  it("are whole bars", () => {
    expect(() => countBars("day-close", { window: hours(36) })).toThrow("window is 1.5 bars");
    expect(() => countBars("day-close", { window: hours(0) })).toThrow(RangeError);
  });
});

describe.each(botCatalogue)("$name", (bot) => {
  const { interval, record } = scheduleBars[bot.decides];

  it("decides, is registered and is judged on the bars of its schedule", () => {
    const config = buildBotConfig(bot);
    expect(config.decisionInterval).toBe(interval);
    expect(describeRule(bot).decisionInterval).toBe(record);
    expect(intervalMs[interval]).toBeGreaterThanOrEqual(intervalMs["1h"]);
    if (bot.decides === "month-end") return;
    expect(createInstrumentRule(config, { interval: "1m" })).toBeInstanceOf(LongerBarsRule);
    expect(createInstrumentRule(config, { interval })).not.toBeInstanceOf(LongerBarsRule);
  });
});
