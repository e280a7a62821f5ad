import { expect, it } from "vitest";
import { formatCsv } from "./csv.ts";

it("quotes cells with commas, quotes and line breaks", () => {
  expect(formatCsv([["a", 'b "c"', "d,e", "f\ng"], ["1"]])).toBe('a,"b ""c""","d,e","f\ng"\r\n1\r\n');
});
