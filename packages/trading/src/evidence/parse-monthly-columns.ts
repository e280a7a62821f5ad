/** Numbers of consecutive months, one column for each name. */
export interface MonthlyColumns {
  /** Months since year 0: year × 12 + month − 1. */
  readonly firstMonth: number;
  /** A column may end before the file does; it has no holes. */
  readonly columns: Readonly<Record<string, Float64Array>>;
}

const MONTH_PATTERN = /^(\d{4})-(0[1-9]|1[0-2])-01$/;
const NUMBER_PATTERN = /^-?\d+(?:\.\d+)?$/;
const MONTHS_PER_YEAR = 12;
/** Files of prices and rates of a century have fewer lines. */
const MOST_MONTHS = 12_000;

export interface ColumnRule {
  readonly name: string;
  /** The smallest number that is allowed; prices and dividends must be above it where `isAbove` is set. */
  readonly least: number;
  readonly isAbove?: boolean;
  /** The largest number that is allowed. */
  readonly most?: number;
  /** A column that is published later may be empty at the end of the file. */
  readonly mayEnd?: boolean;
}

/**
 * Reads a file with one row a month (`YYYY-MM-01` and the columns of `header`). Columns without a rule are not read.
 * @param fileName for messages
 * @throws Error naming file and line of an invalid row, or of a month that is repeated, missing or out of order
 */
export function parseMonthlyColumns(
  csvText: string,
  fileName: string,
  { header, rules }: { readonly header: string; readonly rules: readonly ColumnRule[] },
): MonthlyColumns {
  const [first = "", ...rows] = csvText
    .replace(/^\uFEFF/, "")
    .trimEnd()
    .split(/\r\n|\n|\r/);
  const refuse = (line: number, reason: string): never => {
    throw new Error(`${fileName}, line ${line}: ${reason}`);
  };
  if (first.trim() !== header) refuse(1, `the header is not ${header}`);
  if (rows.length === 0) refuse(1, "there are no months");
  if (rows.length > MOST_MONTHS) refuse(MOST_MONTHS + 2, `more than ${MOST_MONTHS} months`);
  const names = header.split(",");
  const columns = new Map(rules.map(({ name }): [string, number[]] => [name, []]));
  let firstMonth = 0;
  for (const [index, row] of rows.entries()) {
    const line = index + 2;
    const cells = row.split(",").map((cell) => cell.trim());
    if (cells.length !== names.length) refuse(line, `${cells.length} cells instead of ${names.length}`);
    const month = parseMonth(cells[0] ?? "") ?? refuse(line, `the month "${cells[0] ?? ""}" is not YYYY-MM-01`);
    if (index === 0) firstMonth = month;
    const issue = describeOrder(month, firstMonth + index);
    if (issue !== null) refuse(line, issue);
    for (const rule of rules) {
      const column = columns.get(rule.name) ?? [];
      const value = readCell(cells[names.indexOf(rule.name)] ?? "", rule, column.length === index);
      if (typeof value === "string") refuse(line, value);
      else if (value !== null) column.push(value);
    }
  }
  return {
    firstMonth,
    columns: Object.fromEntries([...columns].map(([name, column]) => [name, Float64Array.from(column)])),
  };
}

/** The number of a month such as 1975-01-01; null for other text. */
function parseMonth(text: string): number | null {
  const match = MONTH_PATTERN.exec(text);
  return match === null ? null : Number(match[1]) * MONTHS_PER_YEAR + Number(match[2]) - 1;
}

/** As `YYYY-MM`. */
export function formatMonth(month: number): string {
  const year = String(Math.floor(month / MONTHS_PER_YEAR)).padStart(4, "0");
  return `${year}-${String((month % MONTHS_PER_YEAR) + 1).padStart(2, "0")}`;
}

function describeOrder(month: number, expected: number): string | null {
  if (month === expected) return null;
  if (month > expected) return `${formatMonth(expected)} is missing before ${formatMonth(month)}`;
  return month === expected - 1 ? `${formatMonth(month)} is repeated` : `${formatMonth(month)} is out of order`;
}

/** The number; null for an empty cell at the end of a column; otherwise the reason why it is invalid. */
function readCell(
  cell: string,
  { name, least, isAbove, most = Infinity, mayEnd }: ColumnRule,
  isComplete: boolean,
): number | null | string {
  if (cell === "" && mayEnd === true) return null;
  if (!NUMBER_PATTERN.test(cell)) return `${name} "${cell}" is not a number`;
  const value = Number(cell);
  if (isAbove === true ? !(value > least) : value < least) {
    return `${name} ${cell} is not ${isAbove === true ? "above" : "at least"} ${least}`;
  }
  if (value > most) return `${name} ${cell} is not at most ${most}`;
  return isComplete ? value : `${name} is missing in a month before`;
}
