import { hexToBytes } from "@noble/hashes/utils.js";
import { Address, OutScript, Transaction } from "@scure/btc-signer";
import type { TransactionInput, TransactionInputUpdate } from "@scure/btc-signer/psbt.js";
import { formatDecimal, parseDecimal } from "@wazi/domain";
import {
  type KeyOrigin,
  ChainError,
  toCoinUnits,
  askNode,
  readNodeAddress,
  type NodeAddress,
} from "../../deposits/api.ts";
import { computeHash, readSignedPsbt } from "./psbt-signed-file.ts";
import {
  ShortageError,
  type ChainPayment,
  type PayingChain,
  type SlotClaim,
  type SlotUse,
  type UnsignedTransfer,
  type UsedBlock,
} from "./paying-chain.ts";
import * as texts from "../../messages/withdrawals.ts";

const COIN_PLACES = 8;
/** Signals that the transaction may be replaced by one with a higher fee (BIP125). */
const REPLACEABLE = 0xffff_fffd;
/** An output below this is not relayed (Core's limit for native segwit outputs is 294). */
const DUST = 1_000n;
/** Sizes in virtual bytes of a transaction that spends native segwit outputs (BIP141): its frame, an input, an output's fields. */
const FRAME_SIZE = 11n;
const INPUT_SIZE = 69n;
const OUTPUT_SIZE = 9n;
/** The unit of fee rates is 1/1000 of the smallest coin for a virtual byte. */
const RATE_SCALE = 1_000n;
const LEAST_RATE = 2n * RATE_SCALE;
/** Core takes a replacement that pays more by its relay fee of 1 per byte at least. */
const RAISE = { numerator: 125n, denominator: 100n, more: 2n * RATE_SCALE };
const TARGET_BLOCKS = 6;
/** A search of all unspent outputs takes a minute and more on the main networks. */
const SCAN_TIMEOUT_MS = 300_000;

const forms = {
  BTC: {
    main: { bech32: "bc", pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 },
    test: { bech32: "tb", pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
  },
  LTC: {
    main: { bech32: "ltc", pubKeyHash: 0x30, scriptHash: 0x32, wif: 0xb0 },
    test: { bech32: "tltc", pubKeyHash: 0x6f, scriptHash: 0x3a, wif: 0xef },
  },
} as const;

export interface CorePayerSettings {
  network: "BTC" | "LTC";
  url: string;
  /** The paying address: native segwit, one key. */
  payer: string;
  /** Where a wallet finds the payer's private key. With it hardware wallets can sign. */
  key?: KeyOrigin | undefined;
  isTest: boolean;
}

interface Coin {
  txid: string;
  vout: number;
  units: bigint;
  /** The transaction that made it, if it is known: hardware wallets check the amount with it. */
  previous?: TransactionInputUpdate["nonWitnessUtxo"];
}

interface FoundCoin extends Coin {
  height: number;
}

/**
 * Pays on Bitcoin and Litecoin through their Core node, which needs no wallet. All payments of a batch are outputs of one
 * transaction, and its inputs are the slots: while it has not ended, no other one gets them.
 */
export function createCorePayingChain({ network, url, payer, key, isTest }: CorePayerSettings): PayingChain {
  const node = readNodeAddress(url);
  const toScript = (address: string): Uint8Array => encodeScript(network, address, isTest);
  const payerScript = toScript(payer);
  const common = { payerScript, toScript, network, derivation: toDerivation(key) };
  const readHash = (height: number): Promise<string | null> => readBlockHash(node, height);
  return {
    network,
    source: node.source,
    feeCurrency: network,
    currencies: [network],
    payer,
    async prepare(payments, taken) {
      const rate = await readFeeRate(node);
      const free = (await listCoins(node, payerScript)).filter(({ txid, vout }) => !taken.has(`${txid}:${vout}`));
      const chosen = chooseCoins(payments, free, { ...common, rate });
      const coins = key === undefined ? chosen : await addPrevious(node, chosen);
      return { transfers: [spend(payments, coins, { ...common, rate })], refused: [] };
    },
    async raiseFee(previous) {
      const coins = listInputs(previous.unsigned);
      const before = computeRate(previous, coins);
      const raised = (before * RAISE.numerator) / RAISE.denominator + RAISE.more;
      const now = await readFeeRate(node);
      const rate = now > raised ? now : raised;
      return spend(previous.payments, coins, { ...common, rate });
    },
    writeFile: (transfers) => Promise.resolve(`${transfers.map(({ unsigned }) => unsigned).join("\n")}\n`),
    readSigned: readSignedPsbt,
    test: (raw) => testAcceptance(node, raw),
    broadcast: (raw) => sendRaw(node, raw),
    readTip: () => askNode<number>(node, "getblockcount", []),
    readHash,
    findUses: (height, claims) => findCoreUses(node, height, claims, toScript),
  };
}

/** @throws Error an address of another network */
function encodeScript(network: "BTC" | "LTC", address: string, isTest: boolean): Uint8Array {
  const { main, test } = forms[network];
  const tried = isTest ? [test, main] : [main];
  for (const form of tried) {
    try {
      return OutScript.encode(Address(form).decode(address));
    } catch {
      // An address of the other form.
    }
  }
  throw new Error(`${address} is not an address of ${network}`);
}

const readBlockHash = (node: NodeAddress, height: number): Promise<string | null> =>
  askNode<string | null>(node, "getblockhash", [height], (code) => (code === OUT_OF_RANGE ? null : undefined));
const OUT_OF_RANGE = -8;

/** The payer's key with its origin, for its inputs and the change (BIP174). */
type Derivation = Pick<TransactionInput, "bip32Derivation">;

function toDerivation(key: KeyOrigin | undefined): Derivation {
  if (key === undefined) return {};
  const { fingerprint, path, publicKey } = key;
  return { bip32Derivation: [[hexToBytes(publicKey), { fingerprint, path: [...path] }]] };
}

interface Funding {
  payerScript: Uint8Array;
  toScript: (address: string) => Uint8Array;
  rate: bigint;
  network: string;
  derivation: Derivation;
}

/** Chooses the largest coins first, which needs the fewest inputs. @throws ShortageError */
function chooseCoins(payments: readonly ChainPayment[], free: readonly FoundCoin[], funding: Funding): FoundCoin[] {
  const sorted = free.toSorted((one, two) => (one.units < two.units ? 1 : -1));
  const chosen: FoundCoin[] = [];
  for (const coin of sorted) {
    chosen.push(coin);
    if (sumUnits(chosen) >= sumPayments(payments) + computeFee(payments, chosen.length, funding)) {
      return chosen;
    }
  }
  const needed = sumPayments(payments) + computeFee(payments, chosen.length, funding);
  const has = formatDecimal(sumUnits(free), COIN_PLACES);
  const most = formatDecimal(needed, COIN_PLACES);
  throw new ShortageError(texts.coinsTooFew({ has, needed: most, currency: funding.network }));
}

const sumUnits = (coins: readonly Coin[]): bigint => coins.reduce((sum, { units }) => sum + units, 0n);
const toUnits = ({ coins }: ChainPayment): bigint => parseDecimal(coins, COIN_PLACES);
const sumPayments = (payments: readonly ChainPayment[]): bigint =>
  payments.reduce((sum, payment) => sum + toUnits(payment), 0n);

/** The fee with an output for the change. */
function computeFee(
  payments: readonly ChainPayment[],
  inputs: number,
  { payerScript, toScript, rate }: Pick<Funding, "payerScript" | "toScript" | "rate">,
): bigint {
  const scripts = [...payments.map(({ address }) => toScript(address)), payerScript];
  const outputs = scripts.reduce((size, { length }) => size + OUTPUT_SIZE + BigInt(length), 0n);
  const size = FRAME_SIZE + BigInt(inputs) * INPUT_SIZE + outputs;
  return (size * rate + RATE_SCALE - 1n) / RATE_SCALE;
}

/** @throws ShortageError the coins do not cover the fee */
function spend(payments: readonly ChainPayment[], coins: readonly Coin[], funding: Funding): UnsignedTransfer {
  const { payerScript, toScript, derivation } = funding;
  const change = sumUnits(coins) - sumPayments(payments) - computeFee(payments, coins.length, funding);
  if (change < 0n) throw new ShortageError(texts.changeTooSmall);
  const transaction = new Transaction();
  for (const { txid, vout, units, previous } of coins) {
    const witnessUtxo = { script: payerScript, amount: units };
    const proof = previous === undefined ? {} : { nonWitnessUtxo: previous };
    transaction.addInput({ txid, index: vout, sequence: REPLACEABLE, witnessUtxo, ...proof, ...derivation });
  }
  for (const payment of payments) {
    transaction.addOutput({ script: toScript(payment.address), amount: toUnits(payment) });
  }
  if (change >= DUST) transaction.addOutput({ script: payerScript, amount: change, ...derivation });
  const paid = sumPayments(payments) + (change >= DUST ? change : 0n);
  return {
    slots: coins.map(({ txid, vout }) => `${txid}:${vout}`),
    unsigned: Buffer.from(transaction.toPSBT(0)).toString("base64"),
    hash: computeHash(transaction),
    payments,
    maxFee: formatDecimal(sumUnits(coins) - paid, COIN_PLACES),
  };
}

function listInputs(unsigned: string): Coin[] {
  const transaction = Transaction.fromPSBT(Buffer.from(unsigned, "base64"));
  return Array.from({ length: transaction.inputsLength }, (_, index) => {
    const { txid, index: vout, witnessUtxo, nonWitnessUtxo: previous } = transaction.getInput(index);
    if (!txid || vout === undefined || !witnessUtxo) throw new Error("a prepared transaction without its inputs");
    return { txid: Buffer.from(txid).toString("hex"), vout, units: witnessUtxo.amount, previous };
  });
}

function computeRate({ unsigned, payments }: SlotClaim, coins: readonly Coin[]): bigint {
  const transaction = Transaction.fromPSBT(Buffer.from(unsigned, "base64"));
  let out = 0n;
  let outputs = 0n;
  for (let index = 0; index < transaction.outputsLength; index += 1) {
    const { amount = 0n, script } = transaction.getOutput(index);
    out += amount;
    outputs += OUTPUT_SIZE + BigInt(script?.length ?? 0);
  }
  if (payments.length > transaction.outputsLength) throw new Error("a prepared transaction without its payments");
  const size = FRAME_SIZE + BigInt(coins.length) * INPUT_SIZE + outputs;
  return ((sumUnits(coins) - out) * RATE_SCALE) / size;
}

/** Coins of the paying address that are in blocks. */
async function listCoins(node: NodeAddress, script: Uint8Array): Promise<FoundCoin[]> {
  const hex = Buffer.from(script).toString("hex");
  const { unspents } = await askNode<{ unspents: { txid: string; vout: number; amount: number; height: number }[] }>(
    node,
    "scantxoutset",
    ["start", [`raw(${hex})`]],
    undefined,
    SCAN_TIMEOUT_MS,
  );
  return unspents.map(({ txid, vout, amount, height }) => ({ txid, vout, units: toCoinUnits(amount), height }));
}

/** Adds the transactions that made the coins, where the node still has their blocks. */
function addPrevious(node: NodeAddress, coins: readonly FoundCoin[]): Promise<Coin[]> {
  return Promise.all(
    coins.map(async (coin) => {
      const hash = await readBlockHash(node, coin.height);
      const raw = await askNode<string>(node, "getrawtransaction", [coin.txid, false, hash], () => "");
      return isReadable(raw) ? { ...coin, previous: raw } : coin;
    }),
  );
}

/** False for none, and for one with a part that only Litecoin has (MWEB). */
function isReadable(raw: string): boolean {
  try {
    const any = { allowUnknownOutputs: true, allowUnknownInputs: true, disableScriptCheck: true };
    return Transaction.fromRaw(hexToBytes(raw), any).inputsLength > 0;
  } catch {
    return false;
  }
}

/** In 1/1000 of the smallest coin for a virtual byte, for a confirmation in six blocks. */
async function readFeeRate(node: NodeAddress): Promise<bigint> {
  const { feerate } = await askNode<{ feerate?: number }>(node, "estimatesmartfee", [TARGET_BLOCKS]);
  const { mempoolminfee } = await askNode<{ mempoolminfee: number }>(node, "getmempoolinfo", []);
  // The node says coins for 1,000 bytes, which are as many units as this rate's.
  const rates = [LEAST_RATE, toCoinUnits(feerate ?? 0), 2n * toCoinUnits(mempoolminfee)];
  return rates.reduce((most, rate) => (rate > most ? rate : most));
}

async function testAcceptance(node: NodeAddress, raw: string): Promise<string | null> {
  const [result] = await askNode<{ allowed: boolean; "reject-reason"?: string }[]>(node, "testmempoolaccept", [[raw]]);
  if (result?.allowed === true) return null;
  const reason = result?.["reject-reason"] ?? "no reason given";
  return KNOWN.test(reason) ? null : reason;
}

const KNOWN = /already[- ]in|already-known|txn-already/i;

async function sendRaw(node: NodeAddress, raw: string): Promise<string | null> {
  try {
    await askNode<string>(node, "sendrawtransaction", [raw]);
    return null;
  } catch (error) {
    if (!(error instanceof ChainError) || error.kind !== "refused") throw error;
    return KNOWN.test(error.message) ? null : error.message;
  }
}

interface CoreBlock {
  hash: string;
  previousblockhash?: string;
  tx: {
    txid: string;
    vin: { txid?: string; vout?: number }[];
    vout: { value: number; scriptPubKey: { hex: string } }[];
  }[];
}

async function findCoreUses(
  node: NodeAddress,
  height: number,
  claims: readonly SlotClaim[],
  toScript: (address: string) => Uint8Array,
): Promise<UsedBlock | null> {
  const hash = await readBlockHash(node, height);
  if (hash === null) return null;
  const block = await askNode<CoreBlock>(node, "getblock", [hash, 2]);
  const uses: SlotUse[] = [];
  for (const { txid, vin, vout } of block.tx) {
    const spent = new Set(vin.map((input) => `${input.txid}:${input.vout}`));
    for (const claim of claims.filter(({ slots }) => slots.some((slot) => spent.has(slot)))) {
      const outputs = vout.map(({ value, scriptPubKey }) => ({ units: toCoinUnits(value), script: scriptPubKey.hex }));
      const isOurs = spent.size === claim.slots.length && claim.slots.every((slot) => spent.has(slot));
      const out = outputs.reduce((sum, { units }) => sum + units, 0n);
      const fee = isOurs ? formatDecimal(sumUnits(listInputs(claim.unsigned)) - out, COIN_PLACES) : null;
      uses.push({ transferId: claim.transferId, hash: txid, fee, paid: findPaid(claim.payments, outputs, toScript) });
    }
  }
  return { hash, parentHash: block.previousblockhash ?? "", uses };
}

/** Each output pays one payment. */
function findPaid(
  payments: readonly ChainPayment[],
  outputs: readonly { units: bigint; script: string }[],
  toScript: (address: string) => Uint8Array,
): string[] {
  const left = [...outputs];
  return payments.flatMap((payment) => {
    const script = Buffer.from(toScript(payment.address)).toString("hex");
    const place = left.findIndex((each) => each.script === script && each.units === toUnits(payment));
    if (place === -1) return [];
    left.splice(place, 1);
    return [payment.reference];
  });
}
