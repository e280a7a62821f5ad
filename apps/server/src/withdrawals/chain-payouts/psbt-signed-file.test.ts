import { p2wpkh, Transaction } from "@scure/btc-signer";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { expect, it } from "vitest";
import { readSignedPsbt } from "./psbt-signed-file.ts";

const KEY = new Uint8Array(32).fill(9);
const OUT = 90_000n;

function prepare(): Transaction {
  const { script } = p2wpkh(secp256k1.getPublicKey(KEY, true));
  const transaction = new Transaction();
  transaction.addInput({ txid: "ab".repeat(32), index: 0, witnessUtxo: { script, amount: 100_000n } });
  transaction.addOutput({ script, amount: OUT });
  return transaction;
}
const toText = (transaction: Transaction): string => Buffer.from(transaction.toPSBT(0)).toString("base64");
const asked = [{ id: "one", unsigned: toText(prepare()), payments: [] }];

it("takes a signed PSBT, a finished one and a finished transaction in hexadecimal alike", () => {
  const signed = prepare();
  signed.sign(KEY);
  const unfinished = toText(signed);
  signed.finalize();
  const hex = Buffer.from(signed.extract()).toString("hex");
  for (const text of [unfinished, toText(signed), hex]) {
    expect(readSignedPsbt(text, asked)).toEqual([{ id: "one", hash: signed.id, raw: hex }]);
  }
});

it("refuses one without signatures, in both forms", () => {
  const unsigned = prepare();
  const hex = Buffer.from(unsigned.unsignedTx).toString("hex");
  for (const text of [toText(unsigned), hex]) {
    expect(() => readSignedPsbt(text, asked)).toThrow("not signed completely");
  }
});
