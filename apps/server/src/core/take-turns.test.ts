import { expect, it } from "vitest";
import { takeTurns } from "./take-turns.ts";

/** Works whose ends the test decides, and the names of those that have begun. */
function createWorks(inTurn: ReturnType<typeof takeTurns>) {
  const begun: string[] = [];
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  const start = (name: string): Promise<void> =>
    inTurn(() => {
      begun.push(name);
      return new Promise((resolve, reject) => ends.set(name, { resolve, reject }));
    });
  return { begun, start, endOf: (name: string) => ends.get(name)! };
}

it("runs a few at a time, and the next one when one has ended or failed", async () => {
  const { begun, start, endOf } = createWorks(takeTurns(2));
  const works = ["a", "b", "c", "d"].map(start);
  expect(begun).toEqual(["a", "b"]);
  endOf("b").resolve();
  await works[1];
  await expect.poll(() => begun).toEqual(["a", "b", "c"]);
  endOf("a").reject(new Error("a has failed"));
  await expect(works[0]).rejects.toThrow("a has failed");
  await expect.poll(() => begun).toEqual(["a", "b", "c", "d"]);
  for (const name of ["c", "d"]) endOf(name).resolve();
  await Promise.all(works.slice(2));
  start("e").catch(() => undefined);
  expect(begun.at(-1)).toBe("e");
});

it("may refuse one that would wait", async () => {
  const { begun, start } = createWorks(
    takeTurns(1, (waiting) => {
      if (waiting >= 1) throw new Error("too many");
    }),
  );
  void start("runs");
  void start("waits");
  await expect(start("is refused")).rejects.toThrow("too many");
  expect(begun).toEqual(["runs"]);
});
