import { sha256 } from "@noble/hashes/sha2.js";
import { bech32 } from "@scure/base";
import { Transaction } from "@scure/btc-signer";

const TAG = sha256(Buffer.from("BIP0322-signed-message"));
const NONE = "00000000";
const NO_VALUE = "0000000000000000";

const toHex = (...parts: Uint8Array[]): string => Buffer.concat(parts).toString("hex");
const hashTwice = (hex: string): Buffer => Buffer.from(sha256(sha256(Buffer.from(hex, "hex"))));

/**
 * Builds the transaction of a BIP-322 message, for a wallet that signs transactions only.
 * @param address native segwit with one key
 */
export function buildBip322(address: string, text: string) {
  const { words } = bech32.decode(address as `${string}1${string}`);
  const script = `0014${toHex(bech32.fromWords(words.slice(1)))}`;
  const claim = toHex(sha256(Buffer.concat([TAG, TAG, Buffer.from(text)])));
  const toSpend = `${NONE}01${"00".repeat(32)}ffffffff220020${claim}${NONE}01${NO_VALUE}16${script}${NONE}`;
  const hash = hashTwice(toSpend);
  return {
    /** Without signatures, in hexadecimal. */
    toSign: `${NONE}01${toHex(hash)}${NONE}00${NONE}01${NO_VALUE}016a${NONE}`,
    coin: { txid: Buffer.from(hash).reverse().toString("hex"), vout: 0, scriptPubKey: script, amount: 0 },
    /** The message's signature: the witness between the only output and the lock time, in Base64. */
    readWitness: (signed: string): string =>
      Buffer.from(signed.slice(signed.indexOf("016a02") + 4, -NONE.length), "hex").toString("base64"),
  };
}

/** Signs a text with the key of a native segwit address, in the form BIP-322 "simple". */
export function signBip322(key: Uint8Array, address: string, text: string): string {
  const { toSign, coin, readWitness } = buildBip322(address, text);
  const transaction = Transaction.fromRaw(Buffer.from(toSign, "hex"), { allowUnknownOutputs: true });
  transaction.updateInput(0, { witnessUtxo: { amount: 0n, script: Buffer.from(coin.scriptPubKey, "hex") } }, true);
  transaction.signIdx(key, 0);
  transaction.finalize();
  return readWitness(transaction.hex);
}
