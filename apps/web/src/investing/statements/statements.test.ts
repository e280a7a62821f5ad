import { describe, expect, it } from "vitest";
import { drawBalanceLine } from "../../app/pages/worth-over-time.tsx";
import { formatMonth } from "../../lib/format-month.ts";
import { pickMonth } from "./statement-parts.tsx";

const box = { width: 100, height: 40 };

describe("drawBalanceLine", () => {
  it("scales from the lowest to the highest total", () => {
    const { line, area, end } = drawBalanceLine(["0.00", "50.00", "100.00"], box);
    expect(line).toBe("M0.0 40.0L50.0 20.0L100.0 0.0");
    expect(area).toBe("M0.0 40.0L50.0 20.0L100.0 0.0V40H0.0Z");
    expect(end).toEqual({ x: 100, y: 0 });
  });

  it("draws a middle line if all totals are equal", () => {
    expect(drawBalanceLine(["7.00", "7.00"], box).line).toBe("M0.0 20.0L100.0 20.0");
  });
});

describe("months", () => {
  const months = [{ month: "2026-11" }, { month: "2026-10" }];

  it("formats a month", () => {
    expect(formatMonth("2026-11")).toBe("November 2026");
  });

  it("picks the month in the address, otherwise the newest", () => {
    expect(pickMonth("2026-10", months)).toBe("2026-10");
    expect(pickMonth("2025-01", months)).toBe("2026-11");
    expect(pickMonth(null, [])).toBeUndefined();
  });
});
