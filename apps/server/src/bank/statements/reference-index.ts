import type { BookedPayment, StoredLine } from "./matching.ts";

/** The words in a line that could be a reference. */
const MIN_REFERENCE_LENGTH = 6;

/** Finds payments by what a line says: its id, a word of its text, or all of it. */
export interface ReferenceIndex {
  find(line: Pick<StoredLine, "externalId" | "text">, isIncoming: boolean): BookedPayment | undefined;
}

const normalize = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** A reference names a payment and its return: one in each direction. */
export function indexReferences(payments: readonly BookedPayment[]): ReferenceIndex {
  const incoming = new Map<string, BookedPayment>();
  const outgoing = new Map<string, BookedPayment>();
  for (const payment of payments) {
    const index = payment.isIncoming ? incoming : outgoing;
    for (const reference of payment.references) {
      const key = normalize(reference);
      if (key.length >= MIN_REFERENCE_LENGTH) index.set(key, payment);
    }
  }
  return {
    // Banks insert spaces and drop dashes, so all of the text counts too.
    find: ({ externalId, text }, isIncoming) => {
      const index = isIncoming ? incoming : outgoing;
      if (index.size === 0) return undefined;
      for (const word of [externalId ?? "", ...text.split(/\s+/), text]) {
        const found = index.get(normalize(word));
        if (found) return found;
      }
      return undefined;
    },
  };
}

const trimZeros = (text: string): string => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);

export const isSameAmount = (first: string, second: string): boolean => trimZeros(first) === trimZeros(second);

/** Equal for equal amounts of a currency, however they are written. */
export const amountKey = (amount: string, currency: string): string => `${trimZeros(amount)} ${currency}`;
