import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { gather, gatherReads, type Waiting } from "./gather.ts";

/** The time after which a call counts as slow passes only on command. */
beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => vi.useRealTimers());

type Item = Waiting<number, string>;

/** Calls that end when they are told to. */
function startCalls({ enoughItems = 64, maxCalls = 3 } = {}) {
  const calls: { items: number[]; end: (error?: Error) => Promise<void> }[] = [];
  const send = gather<number, string>({
    maxCalls,
    enoughItems,
    take: (waiting) => waiting.splice(0, 100),
    run: (items: readonly Item[]) =>
      new Promise<void>((resolve, reject) => {
        const end = async (error?: Error): Promise<void> => {
          for (const each of items) if (!error) each.resolve(`of ${each.item}`);
          if (error) reject(error);
          else resolve();
          await nextTurn();
        };
        calls.push({ items: items.map(({ item }) => item), end });
      }),
  });
  const itemsOf = (): number[][] => calls.map(({ items }) => items);
  return { send, calls, itemsOf };
}

describe("gather", () => {
  it("runs an item that comes alone at once, and those of one moment together", async () => {
    const { send, calls, itemsOf } = startCalls();
    const first = send(1);
    await nextTurn();
    expect(itemsOf()).toEqual([[1]]);
    await calls[0]?.end();
    expect(await first).toBe("of 1");
    const both = Promise.all([send(2), send(3)]);
    await nextTurn();
    await calls[1]?.end();
    expect(await both).toEqual(["of 2", "of 3"]);
    expect(itemsOf()).toEqual([[1], [2, 3]]);
  });

  it("gathers what arrives during a call for the next one", async () => {
    const { send, calls, itemsOf } = startCalls();
    void send(1);
    await nextTurn();
    const later = [2, 3, 4].map((item) => send(item));
    await nextTurn();
    expect(itemsOf()).toEqual([[1]]);
    await calls[0]?.end();
    expect(itemsOf()).toEqual([[1], [2, 3, 4]]);
    await calls[1]?.end();
    expect(await Promise.all(later)).toEqual(["of 2", "of 3", "of 4"]);
  });

  it("starts a second call when enough items wait, and never more than the limit", async () => {
    const { send, itemsOf } = startCalls({ enoughItems: 2, maxCalls: 2 });
    void send(1);
    await nextTurn();
    void send(2);
    await nextTurn();
    expect(itemsOf()).toEqual([[1]]);
    void send(3);
    await nextTurn();
    expect(itemsOf()).toEqual([[1], [2, 3]]);
    [4, 5, 6].forEach((item) => void send(item));
    vi.advanceTimersByTime(60);
    await nextTurn();
    expect(itemsOf()).toHaveLength(2);
  });

  it("does not let a call that takes long hold up the others", async () => {
    const { send, calls, itemsOf } = startCalls();
    const slow = send(1);
    await nextTurn();
    const next = send(2);
    expect(itemsOf()).toEqual([[1]]);
    vi.advanceTimersByTime(20);
    expect(itemsOf()).toEqual([[1], [2]]);
    await calls[1]?.end();
    expect(await next).toBe("of 2");
    await calls[0]?.end();
    expect(await slow).toBe("of 1");
  });

  it("gives the error of a call to its items only", async () => {
    const { send, calls } = startCalls();
    const failing = expect(send(1)).rejects.toThrow("broken");
    await nextTurn();
    const next = send(2);
    await calls[0]?.end(new Error("broken"));
    await failing;
    await calls[1]?.end();
    expect(await next).toBe("of 2");
  });
});

describe("gatherReads", () => {
  it("gives each item the result in its place", async () => {
    const double = gatherReads((items: readonly number[]) => Promise.resolve(items.map((item) => 2 * item)));
    expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
  });

  it("starts a second statement when enough items wait", async () => {
    const started: number[] = [];
    const read = gatherReads((items: readonly number[]) => {
      started.push(items.length);
      return new Promise<readonly number[]>(() => undefined);
    }, 2);
    void read(1);
    await nextTurn();
    void read(2);
    await nextTurn();
    expect(started).toEqual([1]);
    void read(3);
    await nextTurn();
    expect(started).toEqual([1, 2]);
  });
});
