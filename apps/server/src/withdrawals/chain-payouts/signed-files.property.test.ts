import { p2wpkh, Transaction as CoreTransaction } from "@scure/btc-signer";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import fc from "fast-check";
import { addr, Transaction } from "micro-eth-signer";
import { describe, expect, it } from "vitest";
import { damagedFile } from "../../../../../tests/harness/damaged-file.ts";
import { createEvmPayingChain } from "./evm-paying-chain.ts";
import { type SignableTransfer, SignedFileError, type SignedTransfer } from "./paying-chain.ts";
import { readSignedPsbt } from "./psbt-signed-file.ts";

const KEY = new Uint8Array(32).fill(9);
const RUNS = 500;

function prepareCore(): CoreTransaction {
  const { script } = p2wpkh(secp256k1.getPublicKey(KEY, true));
  const transaction = new CoreTransaction();
  transaction.addInput({ txid: "ab".repeat(32), index: 0, witnessUtxo: { script, amount: 100_000n } });
  transaction.addOutput({ script, amount: 90_000n });
  return transaction;
}
const toText = (transaction: CoreTransaction): string => Buffer.from(transaction.toPSBT(0)).toString("base64");
function signCore(): CoreTransaction {
  const transaction = prepareCore();
  transaction.sign(KEY);
  return transaction;
}

const PAYER = addr.fromPrivateKey(KEY);
const prepared = Transaction.prepare({
  ...{ to: PAYER, value: 1n, nonce: 3n, chainId: 11_155_111n, gasLimit: 21_000n },
  ...{ maxFeePerGas: 100n, maxPriorityFeePerGas: 2n },
});
const evm = createEvmPayingChain({ url: "http://127.0.0.1:1", payer: PAYER, tokens: new Map(), isTest: true });

const files: readonly { form: string; signed: string; asked: SignableTransfer; read: typeof readSignedPsbt }[] = [
  {
    form: "a PSBT",
    signed: toText(signCore()),
    asked: { id: "one", unsigned: toText(prepareCore()), payments: [] },
    read: readSignedPsbt,
  },
  {
    form: "a transaction of Bitcoin",
    signed: (() => {
      const transaction = signCore();
      transaction.finalize();
      return Buffer.from(transaction.extract()).toString("hex");
    })(),
    asked: { id: "one", unsigned: toText(prepareCore()), payments: [] },
    read: readSignedPsbt,
  },
  {
    form: "a transaction of Ethereum",
    signed: prepared.signBy(KEY).toHex(),
    asked: { id: "one", unsigned: prepared.toHex({ includeSignature: false }), payments: [] },
    read: (text, asked) => evm.readSigned(text, asked),
  },
];

describe("a signed file of a payout", () => {
  it.each(files)(
    "with $form pays what was asked, or is refused in words, however it is damaged",
    ({ signed, asked, read }) => {
      const [whole] = read(signed, [asked]);
      const property = fc.property(damagedFile(signed), (file) => {
        let found: SignedTransfer[];
        try {
          found = read(file, [asked]);
        } catch (error) {
          expect(error).toBeInstanceOf(SignedFileError);
          return;
        }
        // Another signature may be valid too; the transaction, and so its hash without signatures, is the same.
        expect(found.map(({ id }) => id)).toEqual([whole?.id]);
      });
      fc.assert(property, { numRuns: RUNS });
    },
  );
});
