import { describe, expect, test } from "vitest";
import { StopList } from "./stop-list.ts";

const log = { warn: () => undefined };
const never = (): Promise<void> => new Promise(() => undefined);

describe("a stop list", () => {
  test("stops the layers one after the other, whatever the order in which they began", async () => {
    const stops = new StopList();
    const order: string[] = [];
    for (const layer of ["database", "connections", "channels", "work"] as const)
      stops.add(layer, layer, () => order.push(layer));
    expect(await stops.run(log)).toEqual([]);
    expect(order).toEqual(["work", "channels", "connections", "database"]);
  });

  test("names what does not stop in time, and goes on with the next layer", async () => {
    const stops = new StopList();
    let isDatabaseStopped = false;
    stops.add("channels", "the silent one", never);
    stops.add("channels", "the failing one", () => Promise.reject(new Error("no")));
    stops.add("database", "the database", () => (isDatabaseStopped = true));
    expect(await stops.run(log)).toEqual(["the silent one"]);
    expect(isDatabaseStopped).toBe(true);
  });

  test("lets a start go no further", async () => {
    const stops = new StopList();
    await stops.run(log);
    expect(stops.signal.aborted).toBe(true);
    expect(() => stops.add("work", "too late", never)).toThrow("aborted");
  });
});
