import { expect, it } from "vitest";
import { splitFontRuns } from "./statement-fonts.ts";

const runsOf = (text: string) => splitFontRuns(text).map(({ font, text: part }) => [font, part]);

it("keeps a text of one font whole", () => {
  expect(runsOf("Ẹ̀bùn Ọlá · Žofia · Ελένη · Ирина")).toEqual([[null, "Ẹ̀bùn Ọlá · Žofia · Ελένη · Ирина"]]);
  expect(runsOf("")).toEqual([]);
});

it("keeps the words of another script together, so that their order is right", () => {
  expect(runsOf("محمد أحمد · m@example.com")).toEqual([
    ["noto-sans-arabic", "محمد أحمد"],
    [null, " · m@example.com"],
  ]);
  expect(runsOf("Ada ተስፋዬ 7")).toEqual([
    [null, "Ada "],
    ["noto-sans-ethiopic", "ተስፋዬ"],
    [null, " 7"],
  ]);
});

it("keeps combining marks with their letters", () => {
  expect(runsOf("प्रिया")).toEqual([["noto-sans-devanagari", "प्रिया"]]);
});
