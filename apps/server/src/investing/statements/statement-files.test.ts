import { inflateSync } from "node:zlib";
import type { Statement, StatementLine } from "@wazi/contracts";
import { describe, expect, it } from "vitest";
import { formatStatementCsv } from "./statement-csv.ts";
import { renderStatementPdf } from "./statement-pdf.ts";

const figures = {
  balance: "-10.00",
  depositFunds: "-10.00",
  profitFunds: "0.00",
  onHold: "10.00",
  runningProfit: "0.00",
  invested: "0.00",
};

function lineOf(change: Partial<StatementLine>): StatementLine {
  return {
    id: "1",
    at: "2026-10-05T08:09:10.123Z",
    kind: "withdrawal-hold",
    text: "Withdrawal asked for.",
    botName: null,
    reason: null,
    parts: [],
    profitShare: "0.00",
    amounts: figures,
    balances: { ...figures, balance: "1234.56" },
    ...change,
  };
}

function statementOf(lines: StatementLine[], change: Partial<Statement> = {}): Statement {
  return {
    month: "2026-10",
    from: "2026-10-01T00:00:00.000Z",
    until: "2026-11-01T00:00:00.000Z",
    madeAt: "2026-11-21T10:00:00.000Z",
    name: "Ọláyínká Ṣóńdé",
    email: "olayinka@example.com",
    isPaperMoney: true,
    operator: null,
    opening: figures,
    lines,
    leftOut: 0,
    closing: figures,
    ...change,
  };
}

/** Parses the cells of a CSV file as spreadsheets do. */
function cellsOf(csv: string): string[][] {
  return csv
    .replace(/^\ufeff/, "")
    .split("\r\n")
    .filter((line) => line !== "")
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
        ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? "",
      ),
    );
}

describe("a CSV statement", () => {
  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1+1", '=HYPERLINK("http://x")'])(
    "escapes %j in every text cell, so that it is not a formula",
    (text) => {
      const part = {
        botId: "b",
        botName: text,
        ownMoney: "0.00",
        value: "0.00",
        profitShare: "0.00",
        interest: "0.00",
        belowBills: "0.00",
      };
      const [, , row] = cellsOf(formatStatementCsv(statementOf([lineOf({ text, reason: text, parts: [part] })])));
      expect([row?.[2], row?.[3], row?.[4]]).toEqual([`'${text}`, `'${text}`, `'${text}`]);
    },
  );

  it("keeps negative amounts as numbers", () => {
    const [titles, opening, row, closing] = cellsOf(formatStatementCsv(statementOf([lineOf({})])));
    expect(new Set([titles, opening, row, closing].map((each) => each?.length))).toEqual(new Set([18]));
    expect(row?.slice(5, 12)).toEqual(["0.00", "-10.00", "-10.00", "0.00", "10.00", "0.00", "0.00"]);
    expect(row?.[12]).toBe("1234.56");
    expect(closing?.slice(12)).toEqual(Object.values(figures));
  });

  it("keeps quotes, commas and letters of any language", () => {
    const text = 'Ọ "quoted", and ₦5';
    expect(cellsOf(formatStatementCsv(statementOf([lineOf({ text })])))[2]?.[2]).toBe(text);
  });

  it("names the number of omitted lines and the time of an unfinished month", () => {
    const csv = formatStatementCsv(statementOf([], { leftOut: 7, madeAt: "2026-10-21T10:00:00.000Z" }));
    expect(csv).toContain("7 more transactions are not listed");
    expect(csv).toContain("Balances at 2026-10-21T10:00:00.000Z");
  });
});

const CODE = "K7QM-2XAB-9RTN-HV4C";

describe("a PDF statement", () => {
  const pagesOf = (pdf: Buffer): number => pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;
  /** Inflates the compressed streams of a PDF. */
  const unpacked = (pdf: Buffer): string =>
    [...pdf.toString("latin1").matchAll(/FlateDecode[^]*?stream\n([^]*?)\nendstream/g)]
      .map(([, packed = ""]) => {
        const bytes = Buffer.from(packed, "latin1");
        return inflateSync(bytes).toString("latin1");
      })
      .join("\n");

  it("embeds a font with Yoruba letters and the naira sign", async () => {
    const pdf = await renderStatementPdf(statementOf([lineOf({ text: "₦ẸỌṢ" })]), CODE);
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(pdf.toString("latin1")).toMatch(/\/FontName \/[A-Z]{6}\+Inter/);
    expect(pdf.length).toBeLessThan(100_000);
    // The mapping from glyphs to characters, which copying and searching need.
    const text = unpacked(pdf);
    for (const letter of "₦ẸỌṢ") {
      expect(text).toContain(`<${letter.codePointAt(0)!.toString(16).padStart(4, "0")}>`);
    }
  });

  it.each([
    ["Arabic", "محمد أحمد", "NotoSansArabic"],
    ["Ethiopic", "ተስፋዬ ኃይሉ", "NotoSansEthiopic"],
    ["Hebrew", "דנה לוי", "NotoSansHebrew"],
    ["Devanagari", "प्रिया शर्मा", "NotoSansDevanagari"],
    ["Thai", "สมชาย", "NotoSansThai"],
  ])("shows a name in %s", async (_script, name, font) => {
    const pdf = await renderStatementPdf({ ...statementOf([]), name }, CODE);
    expect(pdf.toString("latin1")).toMatch(new RegExp(`/FontName /[A-Z]{6}\\+${font}`));
    // The file's own map from glyphs to characters has every letter, and no letter is without a glyph.
    const mapped = unpacked(pdf).toLowerCase();
    for (const letter of new Set(name.replaceAll(/[\s\p{M}]/gu, "")))
      expect(mapped).toContain(letter.codePointAt(0)!.toString(16).padStart(4, "0"));
  });

  it("puts all scripts of a name on one line", async () => {
    // pdfkit places each run with "1 0 0 1 x y Tm".
    const heightsOf = async (name: string) =>
      new Set(
        [...unpacked(await renderStatementPdf({ ...statementOf([]), name }, CODE)).matchAll(/ ([\d.]+) Tm$/gm)].map(
          ([, height]) => Math.round(Number(height)),
        ),
      );
    const plain = await heightsOf("Ada");
    expect(plain.size).toBeGreaterThan(5);
    expect(await heightsOf("محمد ተስፋዬ Ada प्रिया")).toEqual(plain);
  });

  it("uses as many pages as it needs", async () => {
    const lines = Array.from({ length: 120 }, (_, index) => lineOf({ id: String(index), text: "word ".repeat(30) }));
    expect(pagesOf(await renderStatementPdf(statementOf([]), CODE))).toBe(1);
    const pages = pagesOf(await renderStatementPdf(statementOf(lines), CODE));
    expect(pages).toBeGreaterThan(5);
    expect(pages).toBeLessThan(20);
  });

  it("fits the operator's details on the first page in live mode", async () => {
    const operator = { name: "Wazi Ltd", regulator: "CMA Kenya", licence: "123" };
    const real = statementOf([], { isPaperMoney: false, operator });
    expect(pagesOf(await renderStatementPdf(real, CODE))).toBe(1);
  });
});
