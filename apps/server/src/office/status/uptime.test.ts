import { MINUTE_MS } from "@wazi/contracts";
import { describe, expect, it } from "vitest";
import { computeUptime, type ServedMinutes } from "./uptime.ts";

const first = new Date("2026-03-01T22:30:00Z");
const after = (minutes: number): Date => new Date(first.getTime() + minutes * MINUTE_MS);

function served(minutes: number, changes: Partial<ServedMinutes> = {}): ServedMinutes {
  const counts = { sinceFirst: minutes, last24Hours: minutes, last30Days: minutes, last90Days: minutes };
  return { first, ...counts, days: [], ...changes };
}

describe("uptime", () => {
  it("is unknown before the first minute", () => {
    expect(computeUptime({ ...served(0), first: null }, after(5))).toEqual({
      since: null,
      sinceStartPct: null,
      last24HoursPct: null,
      last30DaysPct: null,
      last90DaysPct: null,
      days: [],
    });
  });

  it("is the share of served minutes, rounded down", () => {
    expect(computeUptime(served(2), after(3)).sinceStartPct).toBe("66.666");
    expect(computeUptime(served(99_999), after(100_000)).sinceStartPct).toBe("99.999");
    expect(computeUptime(served(3), after(3)).sinceStartPct).toBe("100.000");
  });

  it("omits periods longer than the measurement", () => {
    expect(computeUptime(served(1_439), after(1_439)).last24HoursPct).toBeNull();
    const aDay = computeUptime(served(1_440, { last24Hours: 1_368 }), after(1_440));
    expect([aDay.last24HoursPct, aDay.last30DaysPct]).toEqual(["95.000", null]);
    const aQuarter = computeUptime(served(129_600, { last30Days: 43_200, last90Days: 64_800 }), after(129_600));
    expect([aQuarter.last30DaysPct, aQuarter.last90DaysPct]).toEqual(["100.000", "50.000"]);
  });

  it("lists days without heartbeats too, and the first and last day in part", () => {
    const days = [
      { day: "2026-03-01", minutes: 90 },
      { day: "2026-03-03", minutes: 5 },
    ];
    expect(computeUptime(served(95, { days }), after(90 + 1_440 + 10)).days).toEqual([
      { day: "2026-03-01", minutes: 90, servedMinutes: 90 },
      { day: "2026-03-02", minutes: 1_440, servedMinutes: 0 },
      { day: "2026-03-03", minutes: 10, servedMinutes: 5 },
    ]);
  });

  it("lists the latest thirty full days", () => {
    const { days } = computeUptime(served(1), after(90 + 60 * 1_440));
    expect([days.length, days.at(0)?.day, days.at(-1)?.day]).toEqual([30, "2026-04-01", "2026-04-30"]);
    expect(days.every(({ minutes }) => minutes === 1_440)).toBe(true);
  });
});
