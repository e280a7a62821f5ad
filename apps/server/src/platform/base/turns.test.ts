import { expect, it } from "vitest";
import { createTurns } from "./turns.ts";

/** Tasks whose ends the test decides, and the names of those that have begun. */
function createTasks(inTurn: ReturnType<typeof createTurns>) {
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
  const { begun, start, endOf } = createTasks(createTurns(2));
  const tasks = ["a", "b", "c", "d"].map(start);
  expect(begun).toEqual(["a", "b"]);
  endOf("b").resolve();
  await tasks[1];
  await expect.poll(() => begun).toEqual(["a", "b", "c"]);
  endOf("a").reject(new Error("a has failed"));
  await expect(tasks[0]).rejects.toThrow("a has failed");
  await expect.poll(() => begun).toEqual(["a", "b", "c", "d"]);
  for (const name of ["c", "d"]) endOf(name).resolve();
  await Promise.all(tasks.slice(2));
  start("e").catch(() => undefined);
  expect(begun.at(-1)).toBe("e");
});

it("may refuse one that would wait", async () => {
  const { begun, start } = createTasks(
    createTurns(1, (waiting) => {
      if (waiting >= 1) throw new Error("too many");
    }),
  );
  void start("runs");
  void start("waits");
  await expect(start("is refused")).rejects.toThrow("too many");
  expect(begun).toEqual(["runs"]);
});
