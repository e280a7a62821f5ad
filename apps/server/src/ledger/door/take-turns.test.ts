import { describe, expect, it } from "vitest";
import { createTurns } from "./run-money-operation.ts";

const gate = (): { opened: Promise<void>; open: () => void } => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
};

describe("operations of one account", () => {
  it("run one after the other, in their order, also after one that fails", async () => {
    const turns = createTurns();
    const events: string[] = [];
    const first = gate();
    const calls = ["a", "b", "c"].map((name) =>
      turns.take("investor", async () => {
        events.push(`${name} begins`);
        if (name === "a") await first.opened;
        await new Promise(setImmediate);
        expect(turns.isTaken("investor")).toBe(true);
        events.push(`${name} ends`);
        if (name === "b") throw new Error("refused");
      }),
    );
    expect(await turns.take("other", () => Promise.resolve("done"))).toBe("done");
    expect([turns.isTaken("investor"), turns.isTaken("other")]).toEqual([true, false]);
    expect(events).toEqual(["a begins"]);
    first.open();
    expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    expect(events).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
    expect(turns.isTaken("investor")).toBe(false);
  });

  it("run beside one that takes too long", async () => {
    const turns = createTurns();
    const stuck = gate();
    const first = turns.take("investor", () => stuck.opened);
    const startedAt = performance.now();
    expect(await turns.take("investor", () => Promise.resolve("done"))).toBe("done");
    expect(performance.now() - startedAt).toBeGreaterThan(1_500);
    stuck.open();
    await first;
  });
});
