import { expect, it } from "vitest";
import { createTurns } from "./turns.ts";

/** Tasks whose ends the test decides, and the names of those that have begun. */
function createTasks(inTurn: ReturnType<typeof createTurns>) {
  const begun: string[] = [];
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  const start = (name: string, of?: string): Promise<void> =>
    inTurn(() => {
      begun.push(name);
      return new Promise((resolve, reject) => ends.set(name, { resolve, reject }));
    }, of);
  return { begun, start, endOf: (name: string) => ends.get(name)! };
}

it("runs a few at a time, and the next one when one has ended or failed", async () => {
  const { begun, start, endOf } = createTasks(createTurns(2));
  const tasks = ["a", "b", "c", "d"].map((name) => start(name));
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
    createTurns(1, ({ all }) => {
      if (all >= 1) throw new Error("too many");
    }),
  );
  void start("runs");
  void start("waits");
  await expect(start("is refused")).rejects.toThrow("too many");
  expect(begun).toEqual(["runs"]);
});

it("takes turns between those who wait, and knows how much each of them waits for", async () => {
  const counted: number[] = [];
  const { begun, start, endOf } = createTasks(createTurns(1, ({ own }) => void counted.push(own)));
  const tasks = ["amina 1", "amina 2", "amina 3", "amina 4", "otieno 1", "wanjiru 1", "otieno 2"].map((name) =>
    start(name, name.split(" ", 1)[0]),
  );
  expect(counted).toEqual([0, 1, 2, 0, 0, 1]);
  const order = ["amina 1", "amina 2", "otieno 1", "wanjiru 1", "amina 3", "otieno 2", "amina 4"];
  for (const [index, name] of order.entries()) {
    await expect.poll(() => begun).toEqual(order.slice(0, index + 1));
    endOf(name).resolve();
  }
  await Promise.all(tasks);
});
