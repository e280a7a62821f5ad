/** Base58 has no 0, O, I and l. */
const tronAddress = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/** Whether a wallet that pays in TRX can't be the one that was meant. Of other coins, and of no wallet, nothing is said. */
export function isInvalidTronAddress(address: string, amount: string): boolean {
  const typed = address.trim();
  return typed !== "" && /\btrx\b/i.test(amount) && !tronAddress.test(typed);
}
