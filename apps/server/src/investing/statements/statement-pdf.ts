import { randomInt } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { formatAmount, type Statement, type StatementFigures, type StatementLine } from "@wazi/contracts";
import PDFDocument from "pdfkit";
import { findFeatures, referToFont, splitFontRuns, toPrintable } from "./statement-fonts.ts";
import * as texts from "../../messages/investing.ts";

type Document = InstanceType<typeof PDFDocument>;

/** A4, in points. */
const page = { width: 595, height: 842, margin: 48, footer: 40 };

const columns = { time: 48, text: 138, change: 375, balance: 465, end: 547 };

const LINE_GAP = 7;

const FOOTER_LINE = 12;

/** The ascent of the regular font (Inter) in its line height: 0.96875 em of 1.21 em. All scripts stand on its baseline. */
const ASCENT_SHARE = 0.8;

const colours = { ink: "#13211b", muted: "#55635c", line: "#d8d2c4", loss: "#a33a2a" };

const otherFigures = [
  ["onHold", texts.statementFigureOnHold],
  ["runningProfit", texts.statementFigureRunningProfit],
  ["invested", texts.statementFigureInvested],
] as const satisfies readonly (readonly [keyof StatementFigures, string])[];

/** Without letters and digits that look alike. */
const CODE_LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789";

const CODE_GROUPS = 4;

const GROUP_LETTERS = 4;

/** Makes the random code that is printed on a statement and logged with its hash: "K7QM-2XAB-9RTN-HV4C", 78 bits. */
export function makeStatementCode(): string {
  const letter = (): string => CODE_LETTERS[randomInt(CODE_LETTERS.length)] ?? "";
  const group = (): string => Array.from({ length: GROUP_LETTERS }, letter).join("");
  return Array.from({ length: CODE_GROUPS }, group).join("-");
}

/**
 * Renders a statement as PDF: one line per movement, oldest first, with the balance change and the new balance. Yields to
 * the event loop after each page.
 * @param code printed on each page; being random, it also keeps the file's hash from being guessed from the figures
 */
export async function renderStatementPdf(statement: Statement, code: string): Promise<Buffer> {
  const document = openDocument(statement, code);
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => document.once("end", resolve).once("error", reject));
  writeHead(document, statement);
  writeFigures(document, statement);
  writeTitles(document);
  for (const line of statement.lines) {
    if (writeLine(document, line)) await setImmediate();
  }
  writeEnd(document, statement);
  writeFooters(document, statement, code);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

function openDocument({ month, name, madeAt }: Statement, code: string): Document {
  const document = new PDFDocument({
    size: [page.width, page.height],
    margins: { top: page.margin, left: page.margin, right: page.margin, bottom: page.margin },
    bufferPages: true,
    lang: texts.languageTag,
    info: {
      Title: texts.statementFileTitle({ month }),
      Author: "Wazi",
      Subject: name,
      Keywords: texts.statementFileKeywords({ code }),
      CreationDate: new Date(madeAt),
    },
  });
  return document
    .registerFont("regular", referToFont("inter-regular"))
    .registerFont("semibold", referToFont("inter-semibold"));
}

function writeHead(document: Document, statement: Statement): void {
  const { operator, isPaperMoney, name, email, from, until, madeAt } = statement;
  document.font("semibold").fontSize(20).fillColor(colours.ink).text("Wazi", page.margin, page.margin);
  document.font("regular").fontSize(9).fillColor(colours.muted);
  if (operator) {
    const { name: firm, regulator, licence } = operator;
    document.text(texts.statementOperator({ name: firm, regulator, licence }));
  }
  if (isPaperMoney) document.text(texts.statementPaperMoney);
  const last = new Date(Date.parse(until) - 1).toISOString();
  const isOpen = until > madeAt;
  document.moveDown(1).font("semibold").fontSize(14).fillColor(colours.ink);
  document.text(texts.statementPeriod({ from: formatDay(from), to: formatDay(isOpen ? madeAt : last) }));
  document.font("regular").fontSize(10);
  const owner = describeOwner(name, email);
  writeInScripts(document, [...new Set([owner.name, email])].join(" · "), page.margin, document.y, {
    width: columns.end - page.margin,
  });
  document.fontSize(9);
  if (owner.note !== "") document.text(owner.note);
  document.fillColor(colours.muted).text(texts.statementCreated({ time: formatTime(madeAt) }));
}

/** The owner's name in letters that can be printed, or else the e-mail address, and what to know about it. */
export function describeOwner(name: string, email: string): { name: string; note: string } {
  const { text, letters } = toPrintable(name);
  if (letters === "own") return { name, note: "" };
  if (letters === "latin") {
    return {
      name: text,
      note: texts.statementNameInLatin,
    };
  }
  return { name: email, note: texts.statementNameMissing };
}

function writeFigures(document: Document, { opening, closing, until, madeAt }: Statement): void {
  document.moveDown(1);
  const rows: [string, keyof StatementFigures][] = [
    [texts.statementFigureBalance, "balance"],
    [texts.statementFigureDepositFunds, "depositFunds"],
    [texts.statementFigureProfitFunds, "profitFunds"],
    ...otherFigures.map(([name, title]): [string, keyof StatementFigures] => [title, name]),
  ];
  let { y } = document;
  const put = (title: string, first: string, last: string, font: string): void => {
    document.font(font).fontSize(9).fillColor(colours.ink);
    document.text(title, page.margin, y, { lineBreak: false });
    writeRightAligned(document, first, columns.change + 60, y);
    writeRightAligned(document, last, columns.end, y);
    y += 14;
  };
  const last = until > madeAt ? texts.statementFiguresNow : texts.statementFiguresClosing;
  put("", texts.statementFiguresOpening, last, "semibold");
  for (const [title, name] of rows) {
    put(title, formatAmount(opening[name]), formatAmount(closing[name]), name === "balance" ? "semibold" : "regular");
  }
  document.y = y + 8;
}

function writeTitles(document: Document): void {
  const { y } = document;
  document.font("semibold").fontSize(8).fillColor(colours.muted);
  document.text(texts.statementTitleTime, columns.time, y, { lineBreak: false });
  document.text(texts.statementTitleDescription, columns.text, y, { lineBreak: false });
  writeRightAligned(document, texts.statementTitleChange, columns.change + 70, y);
  writeRightAligned(document, texts.statementTitleBalance, columns.end, y);
  drawRule(document, y + 13);
  document.y = y + 20;
}

/** @returns true when the line began a new page */
function writeLine(document: Document, line: StatementLine): boolean {
  const textWidth = columns.change - columns.text - 10;
  const below = formatDetails(line);
  document.font("regular").fontSize(9);
  const textHeight = document.heightOfString(line.text, { width: textWidth });
  document.fontSize(8);
  const belowHeight = below === "" ? 0 : document.heightOfString(below, { width: columns.end - columns.text }) + 1;
  const isNewPage = document.y + textHeight + belowHeight > page.height - page.margin - page.footer;
  if (isNewPage) {
    document.addPage();
    writeTitles(document);
  }
  const { y } = document;
  document
    .font("regular")
    .fontSize(8)
    .fillColor(colours.muted)
    .text(formatTime(line.at), columns.time, y + 1, { lineBreak: false });
  document.fontSize(9).fillColor(colours.ink);
  writeInScripts(document, line.text, columns.text, y, { width: textWidth });
  const { balance } = line.amounts;
  document.fillColor(balance.startsWith("-") ? colours.loss : colours.ink);
  writeRightAligned(document, formatSigned(balance), columns.change + 70, y);
  document.fillColor(colours.ink);
  writeRightAligned(document, formatAmount(line.balances.balance), columns.end, y);
  if (below !== "") {
    document.fontSize(8).fillColor(colours.muted);
    document.text(below, columns.text, y + textHeight + 1, { width: columns.end - columns.text });
  }
  document.y = y + textHeight + belowHeight + LINE_GAP;
  return isNewPage;
}

/** Formats the changes other than the balance, and the platform's share. */
function formatDetails({ amounts, balances, profitShare }: StatementLine): string {
  const changed = otherFigures
    .filter(([name]) => amounts[name] !== "0.00")
    .map(([name, title]) => `${title} ${formatSigned(amounts[name])} → ${formatAmount(balances[name])}`);
  return [
    ...changed,
    ...(profitShare === "0.00" ? [] : [texts.statementLineShare({ amount: formatAmount(profitShare) })]),
  ].join(" · ");
}

function writeEnd(document: Document, { lines, leftOut }: Statement): void {
  document.font("regular").fontSize(9).fillColor(colours.muted);
  if (lines.length === 0) document.text(texts.statementEmpty, columns.time, document.y);
  if (leftOut > 0) {
    document.text(texts.statementLeftOut({ count: leftOut }), columns.time, document.y);
  }
}

function writeFooters(document: Document, { name, email, month }: Statement, code: string): void {
  const owner = describeOwner(name, email).name;
  const { start, count } = document.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    document.switchToPage(index);
    // Text below the bottom margin would start a new page.
    document.page.margins.bottom = 0;
    const y = page.height - page.footer;
    document.font("regular").fontSize(8).fillColor(colours.muted);
    writeInScripts(document, `${owner} · ${month}`, page.margin, y, { lineBreak: false });
    document.text(texts.statementCheck({ code }), page.margin, y + FOOTER_LINE, {
      lineBreak: false,
    });
    writeRightAligned(document, texts.statementPage({ number: index + 1, count }), columns.end, y);
  }
}

/**
 * Writes a text at a place, each part in a font that has its script. The runs follow each other from left to right. Within a
 * run, the font's rules join and order its letters, also from right to left.
 */
function writeInScripts(
  document: Document,
  text: string,
  x: number,
  y: number,
  space: { width: number } | { lineBreak: false },
): void {
  const printable = toPrintable(text).text;
  const runs = splitFontRuns(printable);
  if (runs.every(({ font }) => font === null)) {
    document.text(printable, x, y, space);
    return;
  }
  // The same for all runs, because pdfkit measures each with those of the first. It hands an object on to fontkit, but its
  // types know only a list.
  const features = (findFeatures(runs) ?? {}) as unknown as PDFKit.Mixins.OpenTypeFeatures[];
  const baseline = -ASCENT_SHARE * document.currentLineHeight();
  runs.forEach(({ font, text: part }, index) => {
    if (font !== null) document.registerFont(font, referToFont(font));
    document.font(font ?? "regular");
    const continued = "width" in space && index < runs.length - 1;
    const options = { ...space, continued, features, baseline };
    if (index === 0) document.text(part, x, y, options);
    else document.text(part, options);
  });
  document.font("regular");
}

/** Writes text that ends at `x`, with tabular figures. */
function writeRightAligned(document: Document, text: string, x: number, y: number): void {
  const options = { lineBreak: false, features: ["tnum" as const] };
  document.text(text, x - document.widthOfString(text, options), y, options);
}

function drawRule(document: Document, y: number): void {
  document.moveTo(columns.time, y).lineTo(columns.end, y).lineWidth(0.5).strokeColor(colours.line).stroke();
}

const formatDay = (time: string): string => time.slice(0, 10);

const formatTime = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)}`;

const formatSigned = (amount: string): string =>
  /^-|^0\.00$/.test(amount) ? formatAmount(amount) : `+${formatAmount(amount)}`;
