import { describe, expect, it } from "vitest";
import { acts } from "./acts.ts";
import * as nouns from "./nouns.ts";
import type { Call } from "./call.ts";

const changing = Object.entries<unknown>(nouns)
  .filter((entry): entry is [string, Call] => {
    const call = entry[1] as Partial<Call> | null;
    return typeof call === "object" && call !== null && "path" in call && call.permission === "admin";
  })
  .filter(([, { method }]) => method !== "GET");
const rows: [string, (typeof acts)[keyof typeof acts]][] = Object.entries(acts);

describe("the table of acts", () => {
  it("has one row for each call with which an administrator changes something, and the call takes its rules from there", () => {
    expect(changing.map(([name]) => name).sort()).toEqual(rows.map(([name]) => name).sort());
    for (const [name, call] of changing) expect(call, name).toMatchObject(acts[name as keyof typeof acts]);
    const proved = rows.filter(([, row]) => "stepUp" in row).map(([name]) => name);
    expect(
      changing
        .filter(([, { stepUp }]) => stepUp !== undefined)
        .map(([name]) => name)
        .sort(),
    ).toEqual(proved.sort());
  });

  it("says how an act waits wherever a second administrator decides on what it moves", () => {
    const waiting = rows.filter(([, row]) => "waits" in row).map(([name]) => name);
    const decided = rows.filter(([, { second }]) => second !== "never" && second !== "longer").map(([name]) => name);
    expect(waiting).toEqual(decided);
  });
});
