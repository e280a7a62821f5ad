import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { createTurns } from "../base/turns.ts";
import { readAll } from "./answer-table.ts";

const ids = Array.from({ length: 2_600 }, () => randomUUID().replaceAll("-", ""));
const packed = Buffer.from(ids.join(""), "hex");

/** Reads that end when the test says so, by the first id of their batch. */
function createSource() {
  const running = new Map<string, () => void>();
  const readByIds = (batch: readonly string[]) =>
    new Promise<string[]>((resolve) => {
      running.set(batch[0]!, () => {
        running.delete(batch[0]!);
        resolve([...batch]);
      });
    });
  return { running, source: { readByIds, toItems: (rows: string[]) => rows } as never };
}

it("reads two batches at once, keeps their order, and reads no further while the caller waits", async () => {
  const { running, source } = createSource();
  const items = readAll<never, string>(source, packed, createTurns(2));
  const first = items.next();
  await expect.poll(() => [...running.keys()]).toEqual([ids[0], ids[500]]);
  running.get(ids[500]!)!();
  await expect.poll(() => running.size).toBe(1);
  running.get(ids[0]!)!();
  expect((await first).value).toEqual(ids.slice(0, 500));
  await expect.poll(() => [...running.keys()]).toEqual([ids[1_000]]);
  expect((await items.next()).value).toEqual(ids.slice(500, 1_000));
  await expect.poll(() => [...running.keys()]).toEqual([ids[1_000], ids[1_500]]);
  let hasStopped = false;
  const stopped = items.return(undefined).then(() => (hasStopped = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(hasStopped).toBe(false);
  for (const end of [...running.values()]) end();
  await stopped;
  expect(running.size).toBe(0);
});

it("stops at a batch that fails, and does not begin the reads that wait", async () => {
  const begun: string[] = [];
  const readByIds = (batch: readonly string[]) => {
    begun.push(batch[0]!);
    return batch[0] === ids[500] ? Promise.reject(new Error("the second one")) : Promise.resolve([...batch]);
  };
  const source = { readByIds, toItems: (rows: string[]) => rows } as never;
  const items = readAll<never, string>(source, packed, createTurns(1));
  expect((await items.next()).value).toEqual(ids.slice(0, 500));
  await expect(items.next()).rejects.toThrow("the second one");
  expect(begun.slice(0, 2)).toEqual([ids[0], ids[500]]);
  expect(begun.length).toBeLessThanOrEqual(3);
});

it("shares two reads among all files, in turn", async () => {
  const [one, other] = [createSource(), createSource()];
  const read = createTurns(2);
  const files = [one, other].map(({ source }) => readAll<never, string>(source, packed, read));
  const firsts = files.map((file) => file.next());
  await expect.poll(() => one.running.size).toBe(2);
  expect(other.running.size).toBe(0);
  one.running.get(ids[0]!)!();
  await firsts[0];
  await expect.poll(() => other.running.size).toBe(1);
  expect(one.running.size).toBe(1);
});
