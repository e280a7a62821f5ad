import { Transaction } from "micro-eth-signer";
import { SignedFileError, type SignableTransfer, type SignedTransfer } from "./paying-chain.ts";

const FORMAT = "wazi-evm-batch-1";
const RAW = /0x02[0-9a-f]{20,}/gi;
const SHOWN_DIGITS = 10;

export type EvmTransaction = InstanceType<typeof Transaction<"eip1559">>;

/**
 * The file of a batch: what each transaction pays, its fields, and itself in hexadecimal. A signer adds `signed` to each, or
 * answers with the signed transactions in hexadecimal, in any form of text.
 */
export function writeEvmFile(
  transfers: readonly SignableTransfer[],
  { payer, chainId }: { payer: string; chainId: bigint },
): string {
  const transactions = transfers.map(({ unsigned, payments }) => {
    const { raw } = Transaction.fromHex(unsigned) as EvmTransaction;
    return {
      pays: payments.map(({ reference, address, currency, coins }) => ({ reference, address, currency, coins })),
      nonce: String(raw.nonce),
      to: raw.to,
      value: String(raw.value),
      data: raw.data,
      gas: String(raw.gasLimit),
      maxFeePerGas: String(raw.maxFeePerGas),
      maxPriorityFeePerGas: String(raw.maxPriorityFeePerGas),
      unsigned,
    };
  });
  return `${JSON.stringify({ format: FORMAT, chainId: String(chainId), from: payer, transactions }, null, 2)}\n`;
}

/**
 * Finds the signed transaction for each one that was asked for. Apart from the signature both are equal to the last byte: chain,
 * nonce, recipient, amount, data and fees.
 * @throws SignedFileError
 */
export function readSignedEvm(text: string, asked: readonly SignableTransfer[], payer: string): SignedTransfer[] {
  const signed = new Map<string, EvmTransaction>();
  for (const [hex] of text.matchAll(RAW)) {
    const transaction = parse(hex);
    // The file also has the unsigned ones.
    if (transaction === null || !transaction.isSigned) continue;
    signed.set(transaction.removeSignature().toHex({ includeSignature: false }).toLowerCase(), transaction);
  }
  if (signed.size === 0) throw new SignedFileError("The file has no signed transaction of type 2 in hexadecimal.");
  const found = asked.map(({ id, unsigned }): SignedTransfer => {
    const transaction = signed.get(unsigned.toLowerCase());
    if (!transaction) throw new SignedFileError(describeMissing(unsigned, [...signed.values()]));
    signed.delete(unsigned.toLowerCase());
    const sender = recoverSender(transaction);
    if (sender.toLowerCase() !== payer.toLowerCase()) {
      throw new SignedFileError(`A transaction is signed by ${sender} and not by the paying address ${payer}.`);
    }
    return { id, hash: `0x${transaction.hash.replace(/^0x/, "")}`, raw: transaction.toHex() };
  });
  const [extra] = signed.values();
  if (extra) throw new SignedFileError(`The file has a transaction that this batch does not have: ${describe(extra)}.`);
  return found;
}

function parse(hex: string): EvmTransaction | null {
  try {
    const transaction = Transaction.fromHex(hex);
    return transaction.type === "eip1559" ? (transaction as EvmTransaction) : null;
  } catch {
    // Text that only looks like a transaction, such as a hash.
    return null;
  }
}

function recoverSender(transaction: EvmTransaction): string {
  try {
    return transaction.recoverSender().address;
  } catch (error) {
    throw new SignedFileError(`The signature of ${describe(transaction)} is not valid.`, { cause: error });
  }
}

/** Says which field differs, when a signed transaction has the same nonce. */
function describeMissing(unsigned: string, signed: readonly EvmTransaction[]): string {
  const { raw } = Transaction.fromHex(unsigned) as EvmTransaction;
  const other = signed.find((each) => each.raw.nonce === raw.nonce);
  if (!other) return `The signed transaction with nonce ${raw.nonce} is missing.`;
  const names = ["chainId", "to", "value", "data", "gasLimit", "maxFeePerGas", "maxPriorityFeePerGas"] as const;
  const differing = names.filter((name) => other.raw[name] !== raw[name]);
  return `The signed transaction with nonce ${raw.nonce} is another one than the batch has: ${differing.join(", ") || "access list"}.`;
}

const describe = ({ raw }: EvmTransaction): string =>
  `nonce ${raw.nonce} to ${raw.to.slice(0, SHOWN_DIGITS)}… with ${raw.value} wei`;
