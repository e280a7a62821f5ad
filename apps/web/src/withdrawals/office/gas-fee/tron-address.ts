/** Base58 does not use 0, O, I and l. */
const tronAddress = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/** True if this cannot be a TRON address although the fee is in TRX. Other coins and an empty address pass. */
export function isInvalidTronAddress(address: string, amount: string): boolean {
  const typed = address.trim();
  return typed !== "" && /\btrx\b/i.test(amount) && !tronAddress.test(typed);
}
