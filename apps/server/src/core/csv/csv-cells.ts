/** Tells spreadsheets that letters are UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/** What a spreadsheet would take for a formula begins so; some of them look past blanks. */
const formulaStart = /^[\s\0]*[=+\-@\t\r\n\0＝＋－＠]/u;

/** A text in quotes, one that would be a formula behind an apostrophe. */
export function formatTextCell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/**
 * A figure as a number: a minus in front of it is one, and nothing else can stand here.
 * @throws Error for what is no amount
 */
export function formatAmountCell(amount: string): string {
  if (!/^-?\d+\.\d{2}$/.test(amount)) throw new Error(`not an amount: ${amount}`);
  return amount;
}

/**
 * A figure with as many places as it has, such as a rate.
 * @throws Error for what is no decimal number
 */
export function formatDecimalCell(figure: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(figure)) throw new Error(`not a decimal number: ${figure}`);
  return figure;
}

/** Rows of cells as the lines of a file. */
export const formatCsvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.join(",")}\r\n`).join("");
