/** Tells spreadsheets that letters are UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/** The start of a text that a spreadsheet would read as a formula. Some spreadsheets skip leading spaces. */
const formulaStart = /^[\s\0]*[=+\-@\t\r\n\0＝＋－＠]/u;

/** Quotes a text. A text that looks like a formula gets a leading apostrophe. */
export function formatTextCell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/**
 * Formats an amount as a number cell. A leading minus is safe here, because the rest can only be digits.
 * @throws Error when the text is not an amount
 */
export function formatAmountCell(amount: string): string {
  if (!/^-?\d+\.\d{2}$/.test(amount)) throw new Error(`not an amount: ${amount}`);
  return amount;
}

/**
 * Formats a decimal number, such as a rate, with all its decimal places.
 * @throws Error when the text is not a decimal number
 */
export function formatDecimalCell(figure: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(figure)) throw new Error(`not a decimal number: ${figure}`);
  return figure;
}

/** Joins rows of cells into the lines of a file. */
export const formatCsvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.join(",")}\r\n`).join("");
