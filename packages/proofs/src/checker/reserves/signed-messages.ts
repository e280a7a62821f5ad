import { secp256k1 } from "@noble/curves/secp256k1.js";
import { ripemd160 } from "@noble/hashes/legacy.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { concatBytes, fromBase64, fromHex, hash, le64, toBytes, toHex } from "../bytes.ts";

/** Coins with addresses like Bitcoin's: the version byte of a key's address, and the prefix of a segwit one. */
const coins = {
  BTC: { title: "Bitcoin", version: 0x00, prefix: "bc" },
  LTC: { title: "Litecoin", version: 0x30, prefix: "ltc" },
};
const testCoins = {
  BTC: { title: "Bitcoin", version: 0x6f, prefix: "tb" },
  LTC: { title: "Litecoin", version: 0x6f, prefix: "tltc" },
};
type CoinForm = (typeof coins)["BTC"];

/** Wallets add 27 to the recovery number of a signature; 4 and more stand for the form of the key and address (BIP-137). */
const RECOVERY_BASE = 27;
const RECOVERY_NUMBERS = 4;
const LAST_HEADER = 42;
const COMPRESSED_FROM = 31;
const SIGNATURE_BYTES = 65;
const TRON_VERSION = 0x41;

/** The text that the holder of an address signs. */
export const formatReserveMessage = (log: string, address: string, day: string): string =>
  `Reserves of ${log}\nAddress: ${address.startsWith("0x") ? address.toLowerCase() : address}\nDate: ${day}`;

/**
 * True if an address's own key signed a text. ERC20: EIP-191, "personal_sign" of wallets. TRC20: TronLink's signMessageV2. BTC and
 * LTC: "signmessage" of Core and of hardware wallets (BIP-137), or BIP-322 "simple" for a native segwit address with one key.
 * @param takesTestNetworks whether addresses of test networks of BTC and LTC count too
 * @throws Error when the signature is none
 */
export function isSignedBy(
  network: string,
  address: string,
  text: string,
  signature: string,
  takesTestNetworks: boolean,
): boolean {
  if (network === "ERC20") return recoverEvmAddress(text, signature) === address.toLowerCase();
  if (network === "TRC20") return recoverTronAddress(text, signature) === address;
  if (network !== "BTC" && network !== "LTC") throw new Error(`${network} is not a known network`);
  const forms = takesTestNetworks ? [coins[network], testCoins[network]] : [coins[network]];
  return forms.some((form) => listSigners(form, text, fromBase64(signature)).includes(address));
}

function recoverKey(digest: Uint8Array, recovery: number, numbers: Uint8Array) {
  const signed = secp256k1.Signature.fromBytes(concatBytes(Uint8Array.of(recovery), numbers), "recovered");
  return signed.recoverPublicKey(digest);
}

/** The 20 bytes of an address of Ethereum or Tron, from a signature in hexadecimal with the recovery number last. */
function recoverAccount(title: string, text: string, signature: string): Uint8Array {
  const [message, bytes] = [toBytes(text), fromHex(signature.replace(/^0x/, ""))];
  if (bytes.length !== SIGNATURE_BYTES) throw new Error("a signature has 65 bytes");
  const digest = keccak_256(concatBytes(toBytes(`\x19${title} Signed Message:\n${message.length}`), message));
  const key = recoverKey(digest, (bytes.at(-1) ?? 0) % RECOVERY_BASE, bytes.slice(0, -1)).toBytes(false);
  return keccak_256(key.slice(1)).slice(12);
}

const recoverEvmAddress = (text: string, signature: string): string =>
  `0x${toHex(recoverAccount("Ethereum", text, signature))}`;
const recoverTronAddress = (text: string, signature: string): string =>
  encodeBase58(TRON_VERSION, recoverAccount("TRON", text, signature));

/** The addresses of the key that signed a text. */
function listSigners(form: CoinForm, text: string, signature: Uint8Array): string[] {
  if (signature.length !== SIGNATURE_BYTES) {
    const signer = openWitness(text, signature);
    return signer === null ? [] : [encodeSegwit(form.prefix, signer)];
  }
  const [header = 0, ...numbers] = signature;
  if (header < RECOVERY_BASE || header > LAST_HEADER) throw new Error("not a signature of a message");
  const digest = hash(hash(measured(toBytes(`${form.title} Signed Message:\n`)), measured(toBytes(text))));
  const key = recoverKey(digest, (header - RECOVERY_BASE) % RECOVERY_NUMBERS, Uint8Array.from(numbers));
  const isCompressed = header >= COMPRESSED_FROM;
  const keyHash = hash160(key.toBytes(isCompressed));
  return [encodeBase58(form.version, keyHash), ...(isCompressed ? [encodeSegwit(form.prefix, keyHash)] : [])];
}

/**
 * Checks a BIP-322 "simple" signature of one key: the witness of a transaction that spends a coin of nothing, which the text made.
 * @returns the hash of the key; null when it did not sign this text
 */
function openWitness(text: string, witness: Uint8Array): Uint8Array | null {
  const [count, length = 0] = witness;
  const [signature, key] = [witness.slice(2, 2 + length), witness.slice(3 + length)];
  if (count !== 2 || witness[2 + length] !== 33 || key.length !== 33 || signature.at(-1) !== 1)
    throw new Error("not a BIP-322 signature of one key");
  const keyHash = hash160(key);
  const tag = hash(toBytes("BIP0322-signed-message"));
  const [none, nothing, script] = [new Uint8Array(4), le64(0n), concatBytes(Uint8Array.of(0, 20), keyHash)];
  const claim = concatBytes(Uint8Array.of(0, 32), hash(tag, tag, toBytes(text)));
  const noCoin = concatBytes(new Uint8Array(32), new Uint8Array(4).fill(0xff));
  const one = Uint8Array.of(1);
  const toSpend = [none, one, noCoin, measured(claim), none, one, nothing, measured(script), none];
  const coin = concatBytes(hash(hash(...toSpend)), none);
  const spent = measured(concatBytes(Uint8Array.of(0x76, 0xa9, 20), keyHash, Uint8Array.of(0x88, 0xac)));
  const paid = concatBytes(nothing, Uint8Array.of(1, 0x6a));
  // BIP-143: version, all coins, all sequences, this coin, its script, value and sequence, all payments, lock time, kind of signature.
  const parts = [none, hash(hash(coin)), hash(hash(none)), coin, spent, nothing, none, hash(hash(paid)), none];
  const digest = hash(hash(...parts, Uint8Array.of(1, 0, 0, 0)));
  const isSigned = secp256k1.verify(signature.slice(0, -1), digest, key, { prehash: false, format: "der" });
  return isSigned ? keyHash : null;
}

const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(hash(bytes));

/** Bytes after their length, as Bitcoin writes it. */
const measured = (bytes: Uint8Array): Uint8Array =>
  concatBytes(
    bytes.length < 0xfd ? Uint8Array.of(bytes.length) : Uint8Array.of(0xfd, bytes.length & 255, bytes.length >> 8),
    bytes,
  );

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** An address in base 58 with its checksum. */
function encodeBase58(version: number, payload: Uint8Array): string {
  const body = concatBytes(Uint8Array.of(version), payload);
  const bytes = concatBytes(body, hash(hash(body)).slice(0, 4));
  let text = "";
  for (let rest = BigInt(`0x${toHex(bytes)}`); rest > 0n; rest /= 58n) text = (BASE58[Number(rest % 58n)] ?? "") + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return "1".repeat(zeros) + text;
}

const BASE32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const CHECKSUM_PARTS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** A native segwit address of version 0 (BIP-173). */
function encodeSegwit(prefix: string, program: Uint8Array): string {
  const bits = Array.from(program, (byte) => byte.toString(2).padStart(8, "0")).join("");
  const words = [0, ...(bits.match(/.{5}/g) ?? []).map((five) => parseInt(five, 2))];
  const letters = Array.from(prefix, (letter) => letter.charCodeAt(0));
  const all = [...letters.map((code) => code >> 5), 0, ...letters.map((code) => code & 31), ...words];
  let sum = 1;
  for (const word of [...all, 0, 0, 0, 0, 0, 0]) {
    const top = sum >> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ word;
    CHECKSUM_PARTS.forEach((part, bit) => (sum ^= (top >> bit) & 1 ? part : 0));
  }
  const checksum = [25, 20, 15, 10, 5, 0].map((shift) => ((sum ^ 1) >> shift) & 31);
  return `${prefix}1${[...words, ...checksum].map((word) => BASE32[word]).join("")}`;
}
