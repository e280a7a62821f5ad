import { formatDecimal, parseDecimal } from "@wazi/domain";
import { addr, Transaction } from "micro-eth-signer";
import { createContract, ERC20 } from "micro-eth-signer/abi.js";
import {
  askNode,
  ChainError,
  type NodeAddress,
  readNodeAddress,
  readTokenTransfers,
  type TokenLog,
  type Tokens,
} from "../../deposits/api.ts";
import {
  type ChainPayment,
  type PayingChain,
  type PreparedTransfers,
  ShortageError,
  type SignableTransfer,
  SignedFileError,
  type SignedTransfer,
  type SlotClaim,
  type SlotUse,
  type UnsignedTransfer,
} from "./paying-chain.ts";
import * as texts from "../../messages/withdrawals.ts";

const ETHER_PLACES = 18;
/** Gas above the node's estimate, because the state may change until the transaction is in a block. */
const GAS_MARGIN = { numerator: 12n, denominator: 10n };
/** A node takes a replacement from 10 % more on. */
const RAISE = { numerator: 125n, denominator: 100n };
const MAIN_CHAIN = 1n;

interface Fees {
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** The form of a payment on the chain: ether, or a call of a token's contract. */
interface EvmCall {
  to: string;
  value: bigint;
  data: string;
}

export interface EvmPayerSettings {
  url: string;
  /** The paying address. */
  payer: string;
  tokens: Tokens;
  /** Refuses the main network. */
  isTest: boolean;
}

/**
 * Pays ether and tokens on Ethereum: one transaction of type 2 (EIP-1559) for each payment, each with a nonce of its own. The
 * nonce is the slot, so a payment cannot be made twice.
 */
export function createEvmPayingChain({ url, payer: given, tokens, isTest }: EvmPayerSettings): PayingChain {
  const node = readNodeAddress(url);
  const payer = addr.addChecksum(given.toLowerCase());
  const readChainId = async (): Promise<bigint> => {
    const chainId = BigInt(await askNode<string>(node, "eth_chainId", []));
    if (isTest && chainId === MAIN_CHAIN)
      throw new ChainError("refused", `${node.source}: a demo pays on test chains only`);
    return chainId;
  };
  return {
    network: "ERC20",
    source: node.source,
    feeCurrency: "ETH",
    currencies: ["ETH", ...[...tokens.values()].map(({ currency }) => currency)],
    payer,
    prepare: async (payments, taken) =>
      prepareEvm({ node, payer, tokens, chainId: await readChainId() }, payments, taken),
    async raiseFee(previous) {
      const { raw } = readUnsigned(previous.unsigned);
      const now = await readFees(node);
      const fees = {
        maxFeePerGas: atLeast(now.maxFeePerGas, raw.maxFeePerGas),
        maxPriorityFeePerGas: atLeast(now.maxPriorityFeePerGas, raw.maxPriorityFeePerGas),
      };
      return toTransfer({ ...raw, ...fees }, previous.payments);
    },
    writeFile: async (transfers) => writeEvmFile(transfers, { payer, chainId: await readChainId() }),
    readSigned: (text, asked) => readSignedEvm(text, asked, payer),
    test: () => Promise.resolve(null),
    broadcast: (raw) => broadcastEvm(node, raw),
    readTip: async () => Number(await askNode<string>(node, "eth_blockNumber", [])),
    readHash: async (height) =>
      (await askNode<{ hash: string } | null>(node, "eth_getBlockByNumber", [toHex(height), false]))?.hash ?? null,
    findUses: (height, claims) => findEvmUses({ node, payer, tokens }, height, claims),
  };
}

const toHex = (value: number | bigint): string => `0x${value.toString(16)}`;
const atLeast = (now: bigint, before: bigint): bigint => {
  const raised = (before * RAISE.numerator + RAISE.denominator - 1n) / RAISE.denominator;
  return now > raised ? now : raised;
};

interface EvmPayer {
  node: NodeAddress;
  payer: string;
  tokens: Tokens;
  chainId: bigint;
}

async function prepareEvm(
  deps: EvmPayer,
  payments: readonly ChainPayment[],
  taken: ReadonlySet<string>,
): Promise<PreparedTransfers> {
  const { node, payer, tokens, chainId } = deps;
  const fees = await readFees(node);
  const calls = payments.map((payment) => ({ payment, call: toCall(payment, tokens) }));
  await refuseTokenShortage(deps, payments);
  const takeNonce = await openNonces(node, payer, taken);
  let cost = 0n;
  const prepared: PreparedTransfers = { transfers: [], refused: [] };
  for (const { payment, call } of calls) {
    const gasLimit = await estimateGas(node, payer, call);
    if (gasLimit === null) {
      prepared.refused.push({ reference: payment.reference, reason: "The recipient's contract refuses this payment." });
      continue;
    }
    prepared.transfers.push(toTransfer({ ...call, ...fees, chainId, nonce: takeNonce(), gasLimit }, [payment]));
    cost += call.value + gasLimit * fees.maxFeePerGas;
  }
  const balance = BigInt(await askNode<string>(node, "eth_getBalance", [payer, "latest"]));
  if (cost > balance) throw new ShortageError(describeShortage(cost, balance, "ETH", ETHER_PLACES));
  return prepared;
}

function describeShortage(needed: bigint, has: bigint, currency: string, places: number): string {
  return texts.payingBalanceTooSmall({
    has: formatDecimal(has, places),
    needed: formatDecimal(needed, places),
    currency,
  });
}

/**
 * Gives the nonces that no transaction has, in the chain, before it, or prepared; the lowest first. One that a discarded batch has
 * left must be used again, because later ones wait for it.
 */
async function openNonces(node: NodeAddress, payer: string, taken: ReadonlySet<string>): Promise<() => bigint> {
  let next = BigInt(await askNode<string>(node, "eth_getTransactionCount", [payer, "pending"]));
  return () => {
    while (taken.has(`nonce:${next}`)) next += 1n;
    next += 1n;
    return next - 1n;
  };
}

/** Twice the base fee lasts for six full blocks in a row (eips.ethereum.org/EIPS/eip-1559). */
async function readFees(node: NodeAddress): Promise<Fees> {
  const block = await askNode<{ baseFeePerGas?: string }>(node, "eth_getBlockByNumber", ["latest", false]);
  const maxPriorityFeePerGas = BigInt(await askNode<string>(node, "eth_maxPriorityFeePerGas", []));
  return { maxFeePerGas: 2n * BigInt(block.baseFeePerGas ?? "0x0") + maxPriorityFeePerGas, maxPriorityFeePerGas };
}

function toCall({ address, currency, coins }: ChainPayment, tokens: Tokens): EvmCall {
  if (currency === "ETH") return { to: address, value: parseDecimal(coins, ETHER_PLACES), data: "" };
  const [contract, token] = findToken(tokens, currency);
  const input = { to: address, value: parseDecimal(coins, token.places) };
  return { to: `0x${contract}`, value: 0n, data: toHexText(createContract(ERC20).transfer.encodeInput(input)) };
}

const toHexText = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString("hex")}`;

function findToken(tokens: Tokens, currency: string): [contract: string, token: { places: number }] {
  const found = [...tokens].find(([, token]) => token.currency === currency);
  if (!found) throw new ChainError("refused", `there is no contract for ${currency}`);
  return found;
}

async function refuseTokenShortage(
  { node, payer, tokens }: EvmPayer,
  payments: readonly ChainPayment[],
): Promise<void> {
  const currencies = new Set(payments.map(({ currency }) => currency));
  currencies.delete("ETH");
  for (const currency of currencies) {
    const [contract, { places }] = findToken(tokens, currency);
    const own = payments.filter((payment) => payment.currency === currency);
    const needed = own.reduce((sum, { coins }) => sum + parseDecimal(coins, places), 0n);
    const data = toHexText(createContract(ERC20).balanceOf.encodeInput(payer));
    const has = BigInt(await askNode<string>(node, "eth_call", [{ to: `0x${contract}`, data }, "latest"]));
    if (needed > has) throw new ShortageError(describeShortage(needed, has, currency, places));
  }
}

/** Null when the transaction would fail. */
async function estimateGas(node: NodeAddress, from: string, { to, value, data }: EvmCall): Promise<bigint | null> {
  const fields = { from, to, value: toHex(value), ...(data === "" ? {} : { data }) };
  const estimate = await askNode<string | null>(node, "eth_estimateGas", [fields], () => null);
  return estimate === null ? null : (BigInt(estimate) * GAS_MARGIN.numerator) / GAS_MARGIN.denominator;
}

function toTransfer(
  fields: EvmCall & Fees & { chainId: bigint; nonce: bigint; gasLimit: bigint },
  payments: readonly ChainPayment[],
): UnsignedTransfer {
  const { chainId, nonce, gasLimit, value, data, maxFeePerGas, maxPriorityFeePerGas } = fields;
  const to = addr.addChecksum(fields.to.toLowerCase());
  const given = {
    type: "eip1559",
    chainId,
    nonce,
    gasLimit,
    to,
    value,
    data,
    maxFeePerGas,
    maxPriorityFeePerGas,
  } as const;
  const unsigned = Transaction.prepare(given, false).toHex({ includeSignature: false });
  const maxFee = formatDecimal(gasLimit * maxFeePerGas, ETHER_PLACES);
  return { slots: [`nonce:${nonce}`], unsigned, hash: null, payments, maxFee };
}

function readUnsigned(unsigned: string): EvmTransaction {
  return Transaction.fromHex(unsigned) as EvmTransaction;
}

/** Messages of nodes that have the transaction already, in a block or before one. */
const KNOWN = /already known|already imported|known transaction|already in the mempool/i;

async function broadcastEvm(node: NodeAddress, raw: string): Promise<string | null> {
  try {
    await askNode<string>(node, "eth_sendRawTransaction", [raw]);
    return null;
  } catch (error) {
    if (!(error instanceof ChainError) || error.kind !== "refused") throw error;
    return KNOWN.test(error.message) ? null : error.message;
  }
}

interface EvmBlock {
  hash: string;
  parentHash: string;
  transactions: { hash: string; from: string; nonce: string; to: string | null; value: string }[];
}

interface EvmReceipt {
  blockHash: string;
  status: string;
  gasUsed: string;
  effectiveGasPrice: string;
  logs: TokenLog[];
}

async function findEvmUses(
  { node, payer, tokens }: Omit<EvmPayer, "chainId">,
  height: number,
  claims: readonly SlotClaim[],
): Promise<{ hash: string; parentHash: string; uses: SlotUse[] } | null> {
  const block = await askNode<EvmBlock | null>(node, "eth_getBlockByNumber", [toHex(height), true]);
  if (!block) return null;
  const uses: SlotUse[] = [];
  for (const transaction of block.transactions) {
    if (transaction.from.toLowerCase() !== payer.toLowerCase()) continue;
    const claim = claims.find(({ slots }) => slots.includes(`nonce:${BigInt(transaction.nonce)}`));
    if (!claim) continue;
    const receipt = await askNode<EvmReceipt | null>(node, "eth_getTransactionReceipt", [transaction.hash]);
    if (receipt?.blockHash !== block.hash) {
      throw new ChainError("forked", `${node.source}: block ${height} changed while it was read`);
    }
    const fee = formatDecimal(BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice), ETHER_PLACES);
    const paid = claim.payments.filter((payment) => isPaidBy(payment, transaction, receipt, tokens));
    uses.push({
      transferId: claim.transferId,
      hash: transaction.hash,
      fee,
      paid: paid.map(({ reference }) => reference),
    });
  }
  return { hash: block.hash, parentHash: block.parentHash, uses };
}

/** True if the transaction did what the payment asks for. A token's contract may fail or do nothing: only its log counts. */
function isPaidBy(
  { address, currency, coins }: ChainPayment,
  transaction: EvmBlock["transactions"][number],
  { status, logs }: EvmReceipt,
  tokens: Tokens,
): boolean {
  if (status !== "0x1") return false;
  const isRecipient = (other: string): boolean => other.toLowerCase() === address.toLowerCase();
  if (currency === "ETH") {
    const wei = parseDecimal(coins, ETHER_PLACES);
    return transaction.to !== null && isRecipient(transaction.to) && BigInt(transaction.value) === wei;
  }
  const [, { places }] = findToken(tokens, currency);
  const format = (digits: string): string => `0x${digits}`;
  return readTokenTransfers(transaction.hash, logs, tokens, format).some(
    (each) =>
      each.currency === currency &&
      isRecipient(each.address) &&
      parseDecimal(each.coins, places) === parseDecimal(coins, places),
  );
}

const FORMAT = "wazi-evm-batch-1";
const RAW = /0x02[0-9a-f]{20,}/gi;
const SHOWN_DIGITS = 10;

type EvmTransaction = InstanceType<typeof Transaction<"eip1559">>;

/**
 * The file of a batch: what each transaction pays, its fields, and itself in hexadecimal. A signer adds `signed` to each, or
 * answers with the signed transactions in hexadecimal, in any form of text.
 */
function writeEvmFile(
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
function readSignedEvm(text: string, asked: readonly SignableTransfer[], payer: string): SignedTransfer[] {
  const signed = new Map<string, EvmTransaction>();
  for (const [hex] of text.matchAll(RAW)) {
    const transaction = parse(hex);
    // The file also has the unsigned ones.
    if (transaction === null || !transaction.isSigned) continue;
    signed.set(transaction.removeSignature().toHex({ includeSignature: false }).toLowerCase(), transaction);
  }
  if (signed.size === 0) throw new SignedFileError(texts.signedFileWithoutTransaction);
  const found = asked.map(({ id, unsigned }): SignedTransfer => {
    const transaction = signed.get(unsigned.toLowerCase());
    if (!transaction) throw new SignedFileError(describeMissing(unsigned, [...signed.values()]));
    signed.delete(unsigned.toLowerCase());
    const sender = recoverSender(transaction);
    if (sender.toLowerCase() !== payer.toLowerCase()) {
      throw new SignedFileError(texts.signedSenderWrong({ sender, payer }));
    }
    return { id, hash: `0x${transaction.hash.replace(/^0x/, "")}`, raw: transaction.toHex() };
  });
  const [extra] = signed.values();
  if (extra) throw new SignedFileError(texts.signedFileWithOtherOfNonce({ transaction: describe(extra) }));
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
    throw new SignedFileError(texts.signedSignatureInvalid({ transaction: describe(transaction) }), { cause: error });
  }
}

/** Says which field differs, when a signed transaction has the same nonce. */
function describeMissing(unsigned: string, signed: readonly EvmTransaction[]): string {
  const { raw } = Transaction.fromHex(unsigned) as EvmTransaction;
  const other = signed.find((each) => each.raw.nonce === raw.nonce);
  if (!other) return texts.signedTransactionMissing({ nonce: String(raw.nonce) });
  const names = ["chainId", "to", "value", "data", "gasLimit", "maxFeePerGas", "maxPriorityFeePerGas"] as const;
  const differing = names.filter((name) => other.raw[name] !== raw[name]);
  return texts.signedTransactionDiffers({
    nonce: String(raw.nonce),
    hasFields: differing.length > 0 ? "yes" : "no",
    fields: differing.join(", "),
  });
}

const describe = ({ raw }: EvmTransaction): string =>
  texts.signedTransaction({
    nonce: String(raw.nonce),
    to: raw.to.slice(0, SHOWN_DIGITS),
    value: String(raw.value),
  });
