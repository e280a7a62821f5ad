import { XMLParser, XMLValidator } from "fast-xml-parser";
import { checkStatementBalances } from "./check-balances.ts";
import {
  MAX_LINES,
  parseStatementAmount,
  parseStatementCurrency,
  parseStatementDay,
  StatementError,
  type ClosingBalance,
  type StatementLine,
} from "./statement-line.ts";
import * as texts from "../../messages/bank.ts";

type Node = Record<string, unknown>;

/** Always lists, so that one entry and many are read alike. Amounts stay texts. */
const LISTS: ReadonlySet<string> = new Set(["Stmt", "Bal", "Ntry", "NtryDtls", "TxDtls", "Ustrd", "Strd"]);
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  textNodeName: "#",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  // Also those with a number. Others are refused before, and a file cannot define its own.
  processEntities: true,
  htmlEntities: true,
  isArray: (name) => LISTS.has(name),
});

/** An ampersand that is none of XML's five entities and no number. */
const UNKNOWN_ENTITY = /&(?!(#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos);)/i;
const MAX_REASON = 200;

/**
 * Reads a bank statement in camt.053 (ISO 20022 BankToCustomerStatement). An entry with several transactions gives a line each.
 * @throws StatementError truncated, another kind of message, a line that cannot be read, or entries that are not the difference of
 * the balances
 */
export function readCamt053(text: string): StatementLine[] {
  const statements = readStatements(text);
  const entries = statements.flatMap((statement) => list(statement, "Ntry"));
  if (entries.length > MAX_LINES) throw new StatementError(texts.statementTooLong({ most: MAX_LINES }));
  const lines = entries.flatMap(readEntry).map((line, index) => ({ ...line, number: index + 1 }));
  for (const statement of statements) checkBalances(statement);
  return lines;
}

/** True if each statement has the two balances that its entries are compared with. @throws StatementError as above */
export const hasCamt053Balances = (text: string): boolean =>
  readStatements(text).every((statement) => findBalances(statement) !== null);

function checkBalances(statement: Node): void {
  const balances = findBalances(statement);
  if (balances === null) return;
  const amounts = list(statement, "Ntry")
    .filter(isBooked)
    .map((entry, index) => readAmount(entry, textOf(entry, "CdtDbtInd") === "DBIT", index + 1).amount);
  checkStatementBalances(balances.opening, balances.closing, amounts);
}

/** The booked opening balance (OPBD, in older versions PRCD) and closing balance; null without exactly one of each. */
function findBalances(statement: Node): { opening: string; closing: string } | null {
  const find = (...codes: string[]): string[] =>
    list(statement, "Bal")
      .filter((balance) => codes.includes(codeOf(balance) ?? ""))
      .map((balance, index) => readAmount(balance, textOf(balance, "CdtDbtInd") === "DBIT", index + 1).amount);
  const booked = find("OPBD");
  const [openings, closings] = [booked.length > 0 ? booked : find("PRCD"), find("CLBD")];
  const [[opening], [closing]] = [openings, closings];
  if (openings.length !== 1 || closings.length !== 1) return null;
  return opening === undefined || closing === undefined ? null : { opening, closing };
}

const codeOf = (balance: Node): string | null => textOf(child(child(balance, "Tp"), "CdOrPrtry"), "Cd");

/** Only booked entries have happened: BOOK, in some versions within <Cd>. */
function isBooked(entry: Node): boolean {
  const status = textOf(child(entry, "Sts"), "Cd") ?? textOf(entry, "Sts");
  return status === null || status === "BOOK";
}

/** The newest booked closing balance (CLBD) of a statement; null without one. @throws StatementError as above */
export function readCamt053Closing(text: string): ClosingBalance | null {
  const closings = readStatements(text)
    .flatMap((statement) => list(statement, "Bal"))
    .filter((balance) => codeOf(balance) === "CLBD")
    .map((balance, index) => {
      const date = child(balance, "Dt");
      const day = parseStatementDay(textOf(date, "Dt") ?? textOf(date, "DtTm") ?? "", index + 1);
      return { ...readAmount(balance, textOf(balance, "CdtDbtInd") === "DBIT", index + 1), day };
    });
  return closings.sort((one, other) => one.day.localeCompare(other.day)).at(-1) ?? null;
}

function readStatements(text: string): Node[] {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new StatementError(texts.camtDocumentType);
  const valid = XMLValidator.validate(text);
  if (valid !== true) throw new StatementError(texts.camtDamaged({ line: valid.err.line }));
  if (UNKNOWN_ENTITY.test(text.replaceAll(/<!\[CDATA\[[\s\S]*?\]\]>/g, ""))) throw new StatementError(texts.camtEntity);
  const report = child(child(parse(text), "Document"), "BkToCstmrStmt");
  if (!report) throw new StatementError(texts.camtWrongFile);
  return list(report, "Stmt");
}

/** The parser refuses names that JavaScript reserves, and elements within elements without end. */
function parse(text: string): Node {
  try {
    return parser.parse(text) as Node;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StatementError(texts.camtUnusual({ reason: reason.slice(0, MAX_REASON) }));
  }
}

function readEntry(entry: Node, index: number): Omit<StatementLine, "number">[] {
  const number = index + 1;
  if (!isBooked(entry)) return [];
  const booking = child(entry, "BookgDt") ?? child(entry, "ValDt");
  const day = textOf(booking, "Dt") ?? textOf(booking, "DtTm");
  if (day === null) throw new StatementError(texts.lineWithoutDay({ line: number }));
  const shared = {
    bookedOn: parseStatementDay(day, number),
    externalId: textOf(entry, "AcctSvcrRef"),
    isCharge: /CHRG|COMM|FEES/.test(JSON.stringify(entry["BkTxCd"] ?? "")),
  };
  const details = list(entry, "NtryDtls").flatMap((each) => list(each, "TxDtls"));
  const isOut = (node: Node): boolean => (textOf(node, "CdtDbtInd") ?? textOf(entry, "CdtDbtInd")) === "DBIT";
  if (details.length < 2) {
    const [only] = details;
    return [
      { ...shared, ...readAmount(entry, isOut(entry), number), ...readTexts(only ?? entry, entry, isOut(entry)) },
    ];
  }
  return details.map((detail) => {
    const own = child(child(detail, "AmtDtls"), "TxAmt") ?? detail;
    return { ...shared, ...readAmount(own, isOut(detail), number), ...readTexts(detail, entry, isOut(detail)) };
  });
}

function readAmount(node: Node, isOut: boolean, line: number): Pick<StatementLine, "amount" | "currency"> {
  const given = node["Amt"];
  const value = typeof given === "object" && given !== null ? textOf(given as Node, "#") : null;
  const currency = typeof given === "object" && given !== null ? textOf(given as Node, "@Ccy") : null;
  if (value === null || currency === null) {
    throw new StatementError(texts.lineWithoutAmount({ line }));
  }
  const amount = parseStatementAmount(value, line);
  return {
    amount: isOut && !amount.startsWith("-") ? `-${amount}` : amount,
    currency: parseStatementCurrency(currency, line),
  };
}

function readTexts(detail: Node, entry: Node, isOut: boolean): Pick<StatementLine, "text" | "name"> {
  const references = child(detail, "Refs");
  const remittance = child(detail, "RmtInf");
  const unstructured = remittance?.["Ustrd"];
  const parts = [
    ...["EndToEndId", "InstrId", "TxId", "MsgId"].map((name) => textOf(references, name)),
    ...(Array.isArray(unstructured) ? unstructured.map(String) : []),
    ...list(remittance, "Strd").map((each) => textOf(child(each, "CdtrRefInf"), "Ref")),
    textOf(entry, "NtryRef"),
    textOf(entry, "AddtlNtryInf"),
  ];
  const party = child(child(detail, "RltdPties"), isOut ? "Cdtr" : "Dbtr");
  return {
    text: parts.filter((part) => part !== null && part !== "NOTPROVIDED").join(" "),
    name: textOf(party, "Nm") ?? textOf(child(party, "Pty"), "Nm"),
  };
}

function child(node: Node | null | undefined, name: string): Node | null {
  const value = node?.[name];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Node) : null;
}

function list(node: Node | null | undefined, name: string): Node[] {
  const value = node?.[name];
  return Array.isArray(value) ? value.filter((each): each is Node => typeof each === "object" && each !== null) : [];
}

function textOf(node: Node | null | undefined, name: string): string | null {
  const value = node?.[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}
