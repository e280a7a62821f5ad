import type { Statement } from "@wazi/contracts";
import { create } from "fontkit";
import { expect, it } from "vitest";
import { findFeatures, referToFont, splitFontRuns, toPrintable } from "./statement-fonts.ts";
import { describeOwner, renderStatementPdf } from "./statement-pdf.ts";

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

it.each([
  ["Latin with tones", "Ẹ̀bùn Ọlá"],
  ["Greek", "Ελένη Παπαδοπούλου"],
  ["Cyrillic", "Ирина Щербакова"],
  ["Arabic", "محمد أحمد پیمان"],
  ["Hebrew", "שרה כהן"],
  ["Ethiopic", "ተስፋዬ ገብረ"],
  ["Devanagari", "प्रिया शर्मा"],
  ["Bengali", "প্রিয়া রায়"],
  ["Tamil", "பிரியா"],
  ["Thai", "สมชาย ใจดี"],
  ["Armenian", "Արամ Խաչատրյան"],
  ["Georgian", "ნინო ბერიძე"],
  ["Gujarati", "પ્રિયા પટેલ"],
  ["Gurmukhi", "ਪ੍ਰੀਤ ਸਿੰਘ"],
  ["Telugu", "ప్రియ రెడ్డి"],
  ["Kannada", "ಪ್ರಿಯಾ"],
  ["Malayalam", "പ്രിയ നായർ"],
  ["Sinhala", "ප්‍රියා පෙරේරා"],
  ["Khmer", "សុខា"],
  ["Lao", "ສົມສັກ"],
  ["Myanmar", "အောင်ဆန်း"],
  ["Odia", "ପ୍ରିୟା"],
  ["Thaana", "އަހުމަދު"],
  ["Han, simplified", "王小明 刘鑫"],
  ["Han, traditional", "陳曉華 劉嘉玲"],
  ["Han and kana", "山田 太郎 さくら ミュラー"],
  ["Hangul", "김민준 이서연"],
])("has the glyphs of names in %s", (_, name) => {
  expect(toPrintable(name)).toEqual({ text: name, letters: "own" });
});

it("writes words without glyphs in Latin letters, and leaves the others", () => {
  expect(toPrintable("ᏣᎳᎩ Ada")).toEqual({ text: "TsaLaGi Ada", letters: "latin" });
  expect(describeOwner("ᏣᎳᎩ Ada", "ada@example.com")).toEqual({
    name: "TsaLaGi Ada",
    note: "This file cannot show some letters of the name, so they are written in Latin letters.",
  });
});

it("names an account by its e-mail address when its name has no Latin form", () => {
  expect(toPrintable("\ue000\ue001 Ada")).toEqual({ text: "? Ada", letters: "partial" });
  expect(describeOwner("\ue000\ue001 Ada", "ada@example.com")).toMatchObject({ name: "ada@example.com" });
});

it("lays out marks for which a font has no place", () => {
  const arabic = { font: "noto-sans-arabic", text: "\u0648\u06e3" } as const;
  const gurmukhi = { font: "noto-sans-gurmukhi", text: "ਪ੍ਰੀਤ" } as const;
  expect(findFeatures([arabic])).not.toBeNull();
  expect(findFeatures([gurmukhi])).toMatchObject({ mark: false });
});

it("prints every script in one file", async () => {
  const figures = { balance: "1.00", depositFunds: "1.00", profitFunds: "0.00", onHold: "0.00", runningProfit: "0.00" };
  const statement: Statement = {
    ...{ month: "2026-11", email: "ada@example.com", isPaperMoney: true, operator: null, lines: [], leftOut: 0 },
    ...{ from: "2026-11-01T00:00:00Z", until: "2026-12-01T00:00:00Z", madeAt: "2026-11-23T00:00:00Z" },
    name: "Արամ ნინო પ્રિયા ਪ੍ਰੀਤ ప్రియ ಪ್ರಿಯಾ പ്രിയ ප්‍රියා សុខា ສົມສັກ အောင် ପ୍ରିୟା އަހުމަދު 王小明 山田 さくら 김민준 ᏣᎳᎩ",
    opening: { ...figures, invested: "0.00" },
    closing: { ...figures, invested: "0.00" },
  };
  const pdf = await renderStatementPdf(statement, "K7QM-2XAB-9RTN-HV4C");
  expect(pdf.length).toBeGreaterThan(20_000);
});

it("opens a font once for all documents", () => {
  const opened = create(referToFont("inter-semibold"));
  expect(create(referToFont("inter-semibold"))).toBe(opened);
});
