import { DAY_MS } from "@wazi/contracts";
import { readReference } from "../../deposits/api.ts";
import { isSameName } from "../../withdrawals/api.ts";
import { matchCharges } from "./match-charges.ts";
import type { BookedPayment, Coverage, MatchContext, Matching, StoredLine } from "./matching.ts";
import { amountKey, indexReferences, isSameAmount, type ReferenceIndex } from "./reference-index.ts";

/** A payment without a reference in the line counts as the same within these days. */
const DAYS_APART = 3;
const MAX_CANDIDATES = 5;

interface Work {
  index: ReferenceIndex;
  /** Payments that no line was matched with. */
  open: Map<string, BookedPayment>;
  paidBy: Map<string, StoredLine>;
  result: Matching;
}

/**
 * Matches the lines of the statements of one kind of accounts with the payments over them: first as was decided, then by
 * reference or receipt, then by amount, day and name where exactly one payment and one line fit. What is left is a
 * difference, named with its reason. A line is matched once, and so is a payment.
 */
export function matchStatement(
  lines: readonly StoredLine[],
  payments: readonly BookedPayment[],
  { coverage, graceDays = 0, links = new Map(), bookedCharges = new Set() }: MatchContext,
): Matching {
  const result: Matching = { matches: [], charges: [], openCharges: [], differences: [] };
  const open = new Map(payments.map((payment) => [payment.id, payment]));
  const work: Work = { index: indexReferences(payments), open, paidBy: new Map(), result };
  const left: StoredLine[] = [];
  const charges: StoredLine[] = [];
  const undecided = lines.filter((line) => !applyLink(line, links, work));
  for (const line of undecided) {
    if (bookedCharges.has(line.id) || isChargeLine(line, work)) charges.push(line);
    else if (!matchByReference(line, work)) left.push(line);
  }
  matchByDetails(left, work);
  matchCharges(charges, work.index, bookedCharges, result);
  for (const payment of open.values()) {
    const account = payment.isOptional ? undefined : findExpecting(payment, coverage, graceDays);
    if (account === undefined) continue;
    const summary = `The ${nounOf(payment)} of ${describe(payment)} (${payment.id}) on ${payment.day} is not in the statement.`;
    const about = { account, lineId: null, paymentId: payment.id, candidates: [], day: payment.day };
    result.differences.push({ ...about, kind: "missing-in-statement", summary });
  }
  return result;
}

/** The first account whose statements should show the payment. */
function findExpecting(
  { isIncoming, day }: BookedPayment,
  coverage: readonly Coverage[],
  graceDays: number,
): string | undefined {
  const latest = addDays(day, graceDays);
  const wanted = isIncoming ? "deposits" : "payouts";
  const isExpected = ({ from, to, shows }: Coverage): boolean =>
    (shows === "both" || shows === wanted) && day >= from && latest <= to;
  return coverage.find(isExpected)?.account;
}

const addDays = (day: string, days: number): string =>
  days === 0 ? day : new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

const describe = ({ amount, currency }: BookedPayment): string =>
  amount === null ? "an amount in US dollars" : `${amount.replace(/^-/, "")} ${currency ?? ""}`;
const nounOf = ({ isIncoming }: BookedPayment): string => (isIncoming ? "deposit" : "payout");
const nameLine = ({ number, file }: StoredLine): string => `Line ${number} of ${file}`;
const toAbout = (line: StoredLine, payment: BookedPayment | null, candidates: readonly string[] = []) =>
  ({ account: line.account, lineId: line.id, paymentId: payment?.id ?? null, candidates, day: line.bookedOn }) as const;
const isIn = ({ amount }: StoredLine): boolean => !amount.startsWith("-");

function applyLink(line: StoredLine, links: ReadonlyMap<string, string>, { open, paidBy, result }: Work): boolean {
  const payment = open.get(links.get(line.id) ?? "");
  if (!payment) return false;
  result.matches.push({ lineId: line.id, paymentId: payment.id, by: "decision" });
  paidBy.set(payment.id, line);
  open.delete(payment.id);
  return true;
}

/** A line with the very amount of the payment that it names is the payment, whatever its text says. */
function isChargeLine(line: StoredLine, { index, open }: Work): boolean {
  if (!line.isCharge) return false;
  const payment = index.find(line, isIn(line));
  return !payment || !open.has(payment.id) || !isSame(line, payment);
}

const isSame = (line: StoredLine, { amount, currency }: BookedPayment): boolean =>
  amount !== null && line.currency === currency && isSameAmount(line.amount, amount);

function matchByReference(line: StoredLine, { index, open, paidBy, result }: Work): boolean {
  const payment = index.find(line, isIn(line));
  if (!payment) return noteReturn(line, index, result);
  const about = toAbout(line, payment);
  const first = paidBy.get(payment.id);
  if (first) {
    const summary = `${nameLine(line)} repeats line ${first.number}${first.file === line.file ? "" : ` of ${first.file}`}: ${line.amount} ${line.currency} for the same payment.`;
    result.differences.push({ ...about, kind: "repeated", summary });
    return true;
  }
  paidBy.set(payment.id, line);
  open.delete(payment.id);
  const isUnknown = payment.amount === null || (payment.isOptional && payment.currency !== line.currency);
  if (!isUnknown && !isSame(line, payment)) {
    const summary = `${nameLine(line)} is ${line.amount} ${line.currency}; our books have ${describe(payment)}.`;
    result.differences.push({ ...about, kind: "other-amount", summary });
    return true;
  }
  result.matches.push({ lineId: line.id, paymentId: payment.id, by: "reference" });
  noteUncredited(line, payment, result);
  return true;
}

function noteUncredited(line: StoredLine, payment: BookedPayment, { differences }: Matching): void {
  if (!payment.waitsFor) return;
  const summary = `${nameLine(line)}: the payment of ${describe(payment)} has not been credited. ${payment.waitsFor}`;
  differences.push({ ...toAbout(line, payment), kind: "not-credited", summary });
}

/** A line the other way round with a payment's reference. */
function noteReturn(line: StoredLine, index: ReferenceIndex, { differences }: Matching): boolean {
  const payment = index.find(line, !isIn(line));
  if (!payment) return false;
  const summary = `${nameLine(line)} takes back ${line.amount.replace(/^-/, "")} ${line.currency} of a ${nounOf(payment)} that our books have as paid (${payment.id}).`;
  differences.push({ ...toAbout(line, payment), kind: "returned", summary });
  return true;
}

const isNear = (first: string, second: string): boolean =>
  Math.abs(Date.parse(first) - Date.parse(second)) <= DAYS_APART * DAY_MS;

function fits(line: StoredLine, payment: BookedPayment, accountNumber: string | null): boolean {
  if (payment.isOptional || !isSame(line, payment) || !isNear(line.bookedOn, payment.day)) return false;
  // The line has a receipt, and it is another one.
  if (payment.receipt && line.externalId !== null) return false;
  if (accountNumber !== null && payment.accountNumber) return accountNumber === payment.accountNumber;
  return line.name === null || payment.name === null || isSameName(line.name, payment.name);
}

/** The account number of an investor in a line's text, if one of its words is one. */
export function findAccountNumber(text: string): string | null {
  for (const word of text.split(/[\s#:,;/]+/)) {
    const found = readReference(word);
    if (found !== null) return found;
  }
  return null;
}

/** Only where one payment and one line fit each other: a guess could hide a payment made twice. */
function matchByDetails(lines: readonly StoredLine[], { open, paidBy, result }: Work): void {
  const paymentsOfAmount = groupBy([...open.values()], ({ amount, currency }) =>
    amountKey(amount ?? "", currency ?? ""),
  );
  const linesOfAmount = groupBy(lines, ({ amount, currency }) => amountKey(amount, currency));
  const numbers = new Map(lines.map((line) => [line.id, findAccountNumber(line.text)]));
  const isFit = (line: StoredLine, payment: BookedPayment): boolean =>
    fits(line, payment, numbers.get(line.id) ?? null);
  for (const line of lines) {
    const key = amountKey(line.amount, line.currency);
    const ofAmount = paymentsOfAmount.get(key) ?? [];
    const candidates = ofAmount.filter((each) => isFit(line, each));
    const [only] = candidates;
    if (!only) {
      noteUnknown(line, ofAmount, open, result);
      continue;
    }
    const rivals = (linesOfAmount.get(key) ?? []).filter((each) => candidates.some((payment) => isFit(each, payment)));
    if (candidates.length > 1 || rivals.length > 1) {
      const summary = `${nameLine(line)}: ${candidates.length} payments and ${rivals.length} lines of ${line.amount} ${line.currency} fit each other.`;
      const ids = candidates.slice(0, MAX_CANDIDATES).map(({ id }) => id);
      result.differences.push({ ...toAbout(line, only, ids), kind: "ambiguous", summary });
      // Its payments are named here, and not again as missing.
      for (const each of candidates) open.delete(each.id);
      continue;
    }
    result.matches.push({ lineId: line.id, paymentId: only.id, by: "details" });
    paidBy.set(only.id, line);
    open.delete(only.id);
    noteUncredited(line, only, result);
  }
}

function noteUnknown(
  line: StoredLine,
  ofAmount: readonly BookedPayment[],
  open: ReadonlyMap<string, BookedPayment>,
  { differences }: Matching,
): void {
  const who = line.name === null ? "" : ` from ${line.name}`;
  const what = `${line.amount.replace(/^-/, "")} ${line.currency}`;
  const candidates = ofAmount.filter(({ id }) => open.has(id)).slice(0, MAX_CANDIDATES);
  const about = toAbout(
    line,
    null,
    candidates.map(({ id }) => id),
  );
  if (isIn(line)) {
    const summary = `${nameLine(line)}: ${what}${who} came in, and no deposit claims it.`;
    differences.push({ ...about, kind: "unclaimed", summary });
    return;
  }
  const summary = `${nameLine(line)}: ${what}${who.replace("from", "to")} went out, and is not in our books.`;
  differences.push({ ...about, kind: "missing-in-books", summary });
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
