import { expect, it } from "vitest";
import { readComparedIds, toCompareSearch } from "./compare-page.tsx";

const known = ["a", "b", "c", "d", "e"];
const read = (text: string) => readComparedIds(new URLSearchParams(text), known);

it("reads known bots from the address, each once and at most four", () => {
  expect(read("bots=b,a,b,x")).toEqual(["b", "a"]);
  expect(read("bots=e,d,c,b,a")).toEqual(["e", "d", "c", "b"]);
  expect(read("")).toEqual([]);
});

it("writes an address that reads back", () => {
  const text = new URLSearchParams(toCompareSearch(["c", "a"])).toString();
  expect(read(text)).toEqual(["c", "a"]);
  expect(toCompareSearch([])).toEqual({});
});
