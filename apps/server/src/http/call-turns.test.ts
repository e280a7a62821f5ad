import { describe, expect, it } from "vitest";
import { createCallTurns } from "./call-turns.ts";

const gate = (): { opened: Promise<void>; open: () => void } => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
};

describe("calls of one investor", () => {
  it("run one after the other, in their order, also after one that fails", async () => {
    const takeTurn = createCallTurns();
    const events: string[] = [];
    const first = gate();
    const calls = ["a", "b", "c"].map((name) =>
      takeTurn("investor", async (hasWaited) => {
        events.push(`${name} ${hasWaited ? "waited" : "at once"}`);
        if (name === "a") await first.opened;
        events.push(`${name} ends`);
        if (name === "b") throw new Error("refused");
      }),
    );
    const other = takeTurn("other", (hasWaited) => Promise.resolve(hasWaited));
    expect(await other).toBe(false);
    expect(events).toEqual(["a at once"]);
    first.open();
    expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    expect(events).toEqual(["a at once", "a ends", "b waited", "b ends", "c waited", "c ends"]);
    expect(await takeTurn("investor", (hasWaited) => Promise.resolve(hasWaited))).toBe(false);
  });

  it("run beside a call that takes too long", async () => {
    const takeTurn = createCallTurns();
    const stuck = gate();
    const first = takeTurn("investor", () => stuck.opened);
    const startedAt = performance.now();
    expect(await takeTurn("investor", (hasWaited) => Promise.resolve(hasWaited))).toBe(true);
    expect(performance.now() - startedAt).toBeGreaterThan(1_500);
    stuck.open();
    await first;
  });
});
