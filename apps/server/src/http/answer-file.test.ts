import { afterEach, expect, test, vi } from "vitest";
import { withStallTimeout } from "./answer-file.ts";

afterEach(() => vi.useRealTimers());

/** Counts the pieces that have been asked for. */
async function* pieces(asked: string[]): AsyncGenerator<string> {
  for (const piece of ["one", "two", "three"]) {
    asked.push(piece);
    yield await Promise.resolve(piece);
  }
}

test("pieces come as they are taken, and nobody is hung up on who takes them", async () => {
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

test("who takes nothing more is hung up on, and nothing more is read", async () => {
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
