import { afterEach, expect, test, vi } from "vitest";
import { withStallTimeout } from "./answer-file.ts";

afterEach(() => vi.useRealTimers());

/** Records which chunks have been requested. */
async function* pieces(asked: string[]): AsyncGenerator<string> {
  for (const piece of ["one", "two", "three"]) {
    asked.push(piece);
    yield await Promise.resolve(piece);
  }
}

test("sends chunks on demand and does not cut off a slow but active reader", async () => {
  vi.useFakeTimers();
  const [asked, hangUp] = [[] as string[], vi.fn()];
  const taken: string[] = [];
  for await (const piece of withStallTimeout(pieces(asked), hangUp)) {
    taken.push(piece);
    expect(asked).toEqual(taken);
    vi.advanceTimersByTime(59_000);
  }
  vi.advanceTimersByTime(3_600_000);
  expect(taken).toEqual(["one", "two", "three"]);
  expect(hangUp).not.toHaveBeenCalled();
});

test("cuts off a stalled reader once and reads no further chunk", async () => {
  vi.useFakeTimers();
  const [asked, hangUp] = [[] as string[], vi.fn()];
  const reading = withStallTimeout(pieces(asked), hangUp);
  await reading.next();
  vi.advanceTimersByTime(60_000);
  expect(hangUp).toHaveBeenCalledOnce();
  await reading.return(undefined);
  vi.advanceTimersByTime(3_600_000);
  expect(hangUp).toHaveBeenCalledOnce();
  expect(asked).toEqual(["one"]);
});
