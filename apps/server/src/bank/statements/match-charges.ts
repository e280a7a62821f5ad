import { formatDecimal, parseDecimal } from "@wazi/domain";
import type { BookedPayment, Matching, StatementDifference, StoredLine } from "./matching.ts";
import { isSameAmount, type ReferenceIndex } from "./reference-index.ts";

/** Places with which amounts of statements are added. */
const AMOUNT_PLACES = 8;

/**
 * Compares charges with our books. A charge that names a payment with a known fee belongs to it, and those of a payment must add
 * up to its fee. Every other charge is open until two administrators have booked it.
 */
export function matchCharges(
  lines: readonly StoredLine[],
  index: ReferenceIndex,
  booked: ReadonlySet<string>,
  { charges, openCharges, differences }: Matching,
): void {
  const ofPayment = new Map<string, { payment: BookedPayment; lines: StoredLine[] }>();
  for (const line of lines) {
    const payment = index.find(line, false) ?? index.find(line, true);
    const charge = { lineId: line.id, paymentId: payment?.id ?? null, amount: negate(line.amount) };
    if (booked.has(line.id)) {
      charges.push({ ...charge, currency: line.currency });
      if (payment?.fee)
        differences.push(
          toDifference(
            line,
            payment,
            `Line ${line.number} of ${line.file} is booked as a charge, and the fee of its payment is in our books too.`,
          ),
        );
    } else if (payment?.fee) {
      charges.push({ ...charge, currency: line.currency });
      // A fee that was entered in another currency cannot be compared.
      if (payment.fee.currency !== line.currency) continue;
      const group = ofPayment.get(payment.id) ?? { payment, lines: [] };
      ofPayment.set(payment.id, { ...group, lines: [...group.lines, line] });
    } else openCharges.push({ ...charge, currency: line.currency, account: line.account, day: line.bookedOn });
  }
  for (const { payment, lines: charged } of ofPayment.values()) {
    const [first] = charged;
    const sum = sumAmounts(charged.map(({ amount }) => negate(amount)));
    if (!first || !payment.fee || isSameAmount(sum, payment.fee.amount)) continue;
    const { amount, currency } = payment.fee;
    const summary = `The statement charges ${sum} ${currency} for a payment (${payment.id}); our books have a fee of ${amount} ${currency}.`;
    differences.push(toDifference(first, payment, summary));
  }
}

const toDifference = (line: StoredLine, payment: BookedPayment, summary: string): StatementDifference => ({
  kind: "other-fee",
  account: line.account,
  lineId: line.id,
  paymentId: payment.id,
  candidates: [],
  day: line.bookedOn,
  summary,
});

const negate = (amount: string): string => (amount.startsWith("-") ? amount.slice(1) : `-${amount}`);

/** Adds decimal strings exactly. */
export function sumAmounts(amounts: readonly string[]): string {
  const total = amounts.reduce((sum, amount) => sum + parseDecimal(amount, AMOUNT_PLACES), 0n);
  return formatDecimal(total, AMOUNT_PLACES).replace(/\.?0+$/, "");
}
