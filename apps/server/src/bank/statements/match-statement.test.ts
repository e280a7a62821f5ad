import { describe, expect, it } from "vitest";
import { makeReference } from "../../deposits/mpesa/mpesa-reference.ts";
import { matchStatement } from "./match-statement.ts";
import type { BookedPayment, DifferenceKind, StatementDifference, StoredLine } from "./matching.ts";

const DAY = 86_400_000;
const dayOf = (index: number): string =>
  new Date(Date.UTC(2026, 0, 1) + (index % 300) * DAY).toISOString().slice(0, 10);
const ACCOUNT = "KCB 001";
const FILE = "november.csv";
const covered = { coverage: [{ account: ACCOUNT, from: "2026-01-01", to: "2026-12-31", shows: "both" as const }] };

/** A generator of its own, so that every run plants the same errors. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A payout; every third index is a deposit by M-Pesa at an investor's account number. */
function buildPayment(index: number): BookedPayment {
  if (index % 3 === 1) return buildDeposit(index);
  const reference = `${index.toString(16).padStart(8, "0")}-aaaa-8aaa-aaaa-${String(index).padStart(12, "0")}`;
  const receipt = `SG${String(index).padStart(8, "0")}`;
  // Amounts repeat, as they do in real statements.
  const amount = `-${1_000 + (index % 700)}.50`;
  return {
    id: `p${index}`,
    isIncoming: false,
    amount,
    currency: "KES",
    references: [reference, receipt],
    name: `Person${index} Otieno`,
    day: dayOf(index),
  };
}

/** Every tenth investor pays several times. Every fourth deposit was completed by hand, without a receipt. */
function buildDeposit(index: number): BookedPayment {
  const receipt = `TR${String(index).padStart(8, "0")}`;
  const isByHand = index % 4 === 3;
  return {
    id: `d${index}`,
    isIncoming: true,
    amount: `${2_000 + (index % 900)}`,
    currency: "KES",
    references: isByHand ? [] : [receipt],
    receipt: isByHand ? null : receipt,
    accountNumber: makeReference(index - (index % 10)),
    name: `Person${index} Otieno`,
    day: dayOf(index),
  };
}

function buildDepositLine(index: number, payment: BookedPayment): StoredLine {
  return {
    id: `l${index}`,
    account: ACCOUNT,
    file: FILE,
    number: index + 1,
    bookedOn: payment.day,
    amount: `${payment.amount}.00`,
    currency: "KES",
    externalId: payment.receipt ?? null,
    text: `Pay Bill from 2547***678 - SOMEONE Acc. ${payment.accountNumber}`,
    // Somebody else may pay for an investor.
    name: "A FRIEND",
    isCharge: false,
  };
}

function buildLine(index: number, payment: BookedPayment, how: number): StoredLine {
  if (payment.isIncoming) return buildDepositLine(index, payment);
  const [reference = "", receipt = ""] = payment.references;
  const texts = [`Payment ${reference}`, `ref ${reference.replaceAll("-", "")} B2C`, "Business payment"];
  return {
    id: `l${index}`,
    account: ACCOUNT,
    file: FILE,
    number: index + 1,
    bookedOn: payment.day,
    amount: payment.amount ?? "",
    currency: "KES",
    externalId: how === 2 ? receipt : `BANK${index}`,
    text: texts[how] ?? "",
    name: how === 2 ? null : (payment.name?.toUpperCase() ?? null),
    isCharge: false,
  };
}

/** The kind of each planted error, by the id of its line or payment. */
interface Planted {
  payments: BookedPayment[];
  lines: StoredLine[];
  errors: Map<string, DifferenceKind>;
  charges: string[];
}

/** Adds one payment with its line, or an error instead. `dice` is from 0 to 1. */
function plant({ payments, lines, errors, charges }: Planted, index: number, dice: number): void {
  const payment = buildPayment(index);
  const { isIncoming } = payment;
  const line = buildLine(lines.length, payment, index % 3);
  if (dice < 0.005) {
    errors.set(payment.id, "missing-in-statement");
    payments.push(payment);
  } else if (dice < 0.01) {
    errors.set(line.id, isIncoming ? "unclaimed" : "missing-in-books");
    const unknown = { externalId: `X${index}X${index}`, text: "unexplained", name: `Stranger${index} Nobody` };
    lines.push({ ...line, ...unknown, amount: isIncoming ? `77${index}.25` : line.amount });
  } else if (dice < 0.015) {
    const amount = `${isIncoming ? "" : "-"}${String(900_000 + index)}.01`;
    const isNamed = payment.references.length > 0;
    // A deposit by hand has no receipt: with another amount, nothing says that the line is its payment.
    errors.set(line.id, isNamed ? "other-amount" : "unclaimed");
    if (!isNamed) errors.set(payment.id, "missing-in-statement");
    payments.push(payment);
    lines.push({ ...line, amount });
  } else if (dice < 0.02) {
    payments.push(payment);
    const again = { ...line, id: `${line.id}again`, number: lines.length + 2 };
    errors.set(again.id, payment.references.length > 0 ? "repeated" : "ambiguous");
    if (payment.references.length === 0) errors.set(line.id, "ambiguous");
    lines.push(line, again);
  } else if (dice < 0.025 && payment.references.length > 0) {
    payments.push(payment);
    const amount = isIncoming ? `-${line.amount}` : line.amount.slice(1);
    const back = { ...line, id: `${line.id}back`, number: lines.length + 2, amount };
    errors.set(back.id, "returned");
    lines.push(line, back);
  } else if (dice < 0.03 && payment.references.length > 0) {
    payments.push({ ...payment, waitsFor: isIncoming ? "It waits for a decision." : null });
    if (isIncoming) errors.set(line.id, "not-credited");
    lines.push(line);
  } else if (dice < 0.05) {
    payments.push(payment);
    const charge = { ...line, id: `${line.id}charge`, number: lines.length + 2, amount: "-22.40", isCharge: true };
    charges.push(charge.id);
    lines.push(line, charge);
  } else {
    payments.push(payment);
    lines.push(line);
  }
}

describe("10,000 lines with planted errors, in and out", () => {
  it("finds every error, names it, and invents none", () => {
    const random = createRandom(17);
    const planted: Planted = { payments: [], lines: [], errors: new Map(), charges: [] };
    for (let index = 0; planted.lines.length < 10_000; index += 1) plant(planted, index, random());
    const { lines, payments, errors, charges } = planted;
    const { matches, differences, openCharges } = matchStatement(lines, payments, covered);
    const found = new Map(differences.map(({ kind, lineId, paymentId }) => [lineId ?? paymentId ?? "", kind]));
    expect(lines.filter(({ amount }) => !amount.startsWith("-")).length).toBeGreaterThan(3_000);
    expect(errors.size).toBeGreaterThan(150);
    expect(new Set(errors.values()).size).toBe(8);
    expect([...found].sort()).toEqual([...errors].sort());
    expect(differences.length).toBe(errors.size);
    expect(openCharges.map(({ lineId }) => lineId).sort()).toEqual([...charges].sort());
    // A payment that was not credited is matched, and is a difference too.
    const wrong = [...errors].filter(([id, kind]) => id.startsWith("l") && kind !== "not-credited").length;
    expect(matches.length).toBe(lines.length - wrong - charges.length);
    expect(new Set(matches.map(({ paymentId }) => paymentId)).size).toBe(matches.length);
    expect(differences.every(({ summary }) => summary.length > 10)).toBe(true);
  });
});

const payoutOf = (index: number): BookedPayment => buildPayment(index);
const kindsOf = (lines: StoredLine[], payments: BookedPayment[]): DifferenceKind[] =>
  matchStatement(lines, payments, covered)
    .differences.map(({ kind }) => kind)
    .sort();

describe("a line without a reference", () => {
  const payment = { ...payoutOf(0), references: [] };
  const line: StoredLine = { ...buildLine(0, payment, 0), text: "transfer", externalId: null };

  it("matches by amount, day and name if exactly one payment fits", () => {
    expect(matchStatement([line], [payment], covered).matches).toEqual([
      { lineId: "l0", paymentId: "p0", by: "details" },
    ]);
  });

  it("is never guessed: another name, a distant day, or two candidates are differences", () => {
    expect(kindsOf([{ ...line, name: "Peter Mwangi" }], [payment])).toEqual([
      "missing-in-books",
      "missing-in-statement",
    ]);
    expect(kindsOf([{ ...line, bookedOn: "2026-06-01" }], [payment])).toEqual([
      "missing-in-books",
      "missing-in-statement",
    ]);
    expect(kindsOf([line], [payment, { ...payment, id: "p2" }])).toEqual(["ambiguous"]);
    expect(kindsOf([line, { ...line, id: "l1" }], [payment])).toEqual(["ambiguous", "ambiguous"]);
  });

  it("outside the days of the statement, no payment is expected", () => {
    const missing = (from: string, to: string, graceDays = 0, shows: "both" | "deposits" = "both") =>
      matchStatement([], [payment], { coverage: [{ account: ACCOUNT, from, to, shows }], graceDays }).differences;
    expect(missing("2026-11-01", "2026-11-30")).toEqual([]);
    expect(missing("2026-01-01", "2026-01-01")).toMatchObject([{ kind: "missing-in-statement", account: ACCOUNT }]);
    // A bank may book it a working day later, and the statements of a paybill show no payouts.
    expect(missing("2026-01-01", "2026-01-01", 3)).toEqual([]);
    expect(missing("2026-01-01", "2026-01-31", 3, "deposits")).toEqual([]);
  });
});

describe("money that came in", () => {
  const deposit = { ...buildDeposit(4), references: ["TR00000004"], receipt: "TR00000004" };
  const line = buildDepositLine(0, deposit);
  const find = (lines: StoredLine[], payments: BookedPayment[]): StatementDifference[] =>
    matchStatement(lines, payments, covered).differences;

  it("is a deposit by its receipt, whoever paid", () => {
    expect(matchStatement([line], [deposit], covered)).toMatchObject({
      matches: [{ paymentId: "d4", by: "reference" }],
      differences: [],
    });
  });

  it("with another receipt is not the deposit, though the amount, the day and the account number are", () => {
    const kinds = kindsOf([{ ...line, externalId: "TR99999999" }], [deposit]);
    expect(kinds).toEqual(["missing-in-statement", "unclaimed"]);
  });

  it("without a receipt is a deposit by amount, day and account number, else by name", () => {
    const byHand = { ...deposit, references: [], receipt: null };
    expect(find([line], [byHand])).toEqual([]);
    expect(find([{ ...line, text: `Acc. ${makeReference(999)}` }], [byHand]).map(({ kind }) => kind)).toEqual([
      "unclaimed",
      "missing-in-statement",
    ]);
    expect(find([{ ...line, text: "transfer", name: "PERSON4 OTIENO" }], [byHand])).toEqual([]);
  });

  it("that no deposit claims says from whom, and which deposits it could be", () => {
    const byHand = { ...deposit, references: [], receipt: null };
    const [unclaimed] = find([{ ...line, text: "transfer" }], [byHand]);
    expect(unclaimed).toMatchObject({ kind: "unclaimed", candidates: ["d4"] });
    expect(unclaimed?.summary).toBe(
      "Line 1 of november.csv: 2004.00 KES from A FRIEND came in, and no deposit claims it.",
    );
  });

  it("is what two administrators linked it with", () => {
    const byHand = { ...deposit, references: [], receipt: null };
    const links = new Map([["l0", "d4"]]);
    const linked = matchStatement([{ ...line, text: "transfer" }], [byHand], { ...covered, links });
    expect(linked).toMatchObject({ matches: [{ by: "decision" }], differences: [] });
  });

  it("and was not credited is named with what it waits for", () => {
    const [waiting] = find([line], [{ ...deposit, waitsFor: "It waits for a rate." }]);
    expect(waiting).toMatchObject({ kind: "not-credited", paymentId: "d4" });
    expect(waiting?.summary).toContain("It waits for a rate.");
  });
});

describe("a charge", () => {
  const payment = { ...payoutOf(3), fee: { amount: "22.40", currency: "KES" } };
  const paid = buildLine(0, payment, 2);
  const charge = { ...paid, id: "c", number: 2, amount: "-22.4", isCharge: true };

  it("belongs to the payment with its receipt, if our books have its fee", () => {
    const { charges, matches, differences, openCharges } = matchStatement([paid, charge], [payment], covered);
    expect(charges).toEqual([{ lineId: "c", paymentId: "p3", amount: "22.4", currency: "KES" }]);
    expect([matches.length, differences, openCharges]).toEqual([1, [], []]);
  });

  it("that is another sum than the fee is a difference", () => {
    expect(kindsOf([paid, { ...charge, amount: "-25.00" }], [payment])).toEqual(["other-fee"]);
    const parts = [charge, { ...charge, id: "d" }].map((each) => ({ ...each, amount: "-11.20" }));
    expect(kindsOf([paid, ...parts], [payment])).toEqual([]);
  });

  it("of no payment, or of one without a known fee, waits to be booked", () => {
    const stray = { ...charge, id: "s", externalId: "SG99999999", number: 3 };
    const open = matchStatement([paid, charge, stray], [{ ...payment, fee: null }], covered).openCharges;
    expect(open).toMatchObject([
      { lineId: "c", paymentId: "p3", amount: "22.4" },
      { lineId: "s", paymentId: null, account: ACCOUNT },
    ]);
    const booked = matchStatement([paid, stray], [payment], { ...covered, bookedCharges: new Set(["s"]) });
    expect([booked.charges.length, booked.openCharges, booked.differences]).toEqual([1, [], []]);
  });

  it("that was booked, and whose payment has a fee too, is named: the fee is in the books twice", () => {
    const twice = matchStatement([paid, charge], [payment], { ...covered, bookedCharges: new Set(["c"]) });
    expect(twice.differences).toMatchObject([{ kind: "other-fee", lineId: "c" }]);
  });
});
