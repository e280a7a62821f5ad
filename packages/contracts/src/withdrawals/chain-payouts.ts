import * as z from "zod/mini";
import { acts } from "../acts.ts";
import { amount, decimal } from "../amount.ts";
import { defineCall } from "../call.ts";
import { person } from "../person.ts";

/** Networks that payouts leave on without a payment provider. */
export const payingNetworks = ["ERC20", "BTC", "LTC"] as const;
export type PayingNetworkName = (typeof payingNetworks)[number];

/**
 * `to-sign`: prepared. `signed`: not sent yet. `sent`: with the network. `mined`: in a block, and its confirmations count.
 * `discarded`: an administrator discarded it before anyone could sign it.
 */
export const chainTransferStates = ["to-sign", "signed", "sent", "mined", "paid", "not-paid", "discarded"] as const;

const moment = z.nullable(z.iso.datetime());

export const chainPayment = z.object({
  payoutId: z.uuid(),
  withdrawalId: z.uuid(),
  user: person,
  /** US dollars. */
  amount,
  coins: decimal,
  currency: z.string(),
  /** Null after the account was deleted. */
  address: z.nullable(z.string()),
});

/** One transaction on a chain, in all its versions: of these the network takes one at most. */
export const chainTransfer = z.object({
  id: z.uuid(),
  network: z.enum(payingNetworks),
  state: z.enum(chainTransferStates),
  /** Versions so far: each has a higher fee. */
  versions: z.int(),
  /** The hash of the transaction in a block, else of the latest signed version. */
  hash: z.nullable(z.string()),
  /** Its network fee; before it is in a block, the most that its latest version can cost. */
  fee: z.nullable(decimal),
  feeCurrency: z.string(),
  sentAt: moment,
  confirmations: z.int(),
  confirmationsNeeded: z.int(),
  /** Why the node did not take it the last time. */
  refusal: z.nullable(z.string()),
  /** Sent long ago, and in no block. */
  isStuck: z.boolean(),
  payments: z.array(chainPayment),
});
export type ChainTransfer = z.infer<typeof chainTransfer>;

/** Transactions that wait for their signatures. */
export const chainBatch = z.object({
  id: z.uuid(),
  network: z.enum(payingNetworks),
  kind: z.enum(["payments", "higher-fee"]),
  preparedAt: z.iso.datetime(),
  /** Null: prepared for the signer service. */
  preparedBy: z.nullable(person),
  transfers: z.int(),
  payments: z.int(),
  /** US dollars. */
  amount,
  /** Why an administrator must accept its fee or discard it before it can be signed; null if it can. */
  holdReason: z.nullable(z.string()),
  /** When its file was first given out. Until then it can be discarded. */
  exportedAt: moment,
});
export type ChainBatch = z.infer<typeof chainBatch>;

export const chainPayoutOverview = z.object({
  networks: z.array(
    z.object({
      network: z.enum(payingNetworks),
      /** The address that pays. */
      payer: z.string(),
      /** True if a signer service signs; else an operator signs files. */
      isAutomatic: z.boolean(),
      waiting: z.object({ count: z.int(), amount, oldestAt: moment }),
    }),
  ),
  batches: z.array(chainBatch),
  /** Those that have not ended first, oldest first; then the latest, at most 50. */
  transfers: z.array(chainTransfer),
});
export type ChainPayoutOverview = z.infer<typeof chainPayoutOverview>;

export const getChainPayouts = defineCall({
  method: "GET",
  path: "/api/admin/chain-payouts",
  summary: "Get payouts on chains: waiting, to be signed, and on their way",
  permission: "admin",
  answers: { 200: chainPayoutOverview },
});

const batch = z.object({ batch: z.uuid() });

/** Prepares transactions for the payments that wait on a network, at most 100. Nothing is sent. */
export const prepareChainBatch = defineCall({
  method: "POST",
  path: "/api/admin/chain-networks/:network/prepare",
  summary: "Prepare transactions for the payouts that wait on a network",
  permission: "admin",
  ...acts.prepareChainBatch,
  params: z.object({ network: z.enum(payingNetworks) }),
  answers: { 201: z.object({ id: z.uuid() }) },
  errors: ["CONFLICT"],
});

/** The file of a batch for a signer: EVM transactions as JSON, or PSBTs in base64. */
export const exportChainBatch = defineCall({
  method: "POST",
  path: "/api/admin/chain-batches/:batch/export",
  summary: "Get the file of prepared transactions for a signer",
  permission: "admin",
  ...acts.exportChainBatch,
  params: batch,
  answers: { 200: z.object({ fileName: z.string(), content: z.string() }) },
  errors: ["CONFLICT"],
});

/** Takes a signed file. It must have exactly the transactions of the batch. They are sent to the network then. */
export const importSignedBatch = defineCall({
  method: "POST",
  path: "/api/admin/chain-batches/:batch/import",
  summary: "Check and store signed transactions, which are sent then",
  permission: "admin",
  ...acts.importSignedBatch,
  params: batch,
  maxBodyBytes: 1_000_000,
  body: z.strictObject({
    content: z
      .string("Please choose the signed file")
      .check(z.minLength(1, "Please choose the signed file"), z.maxLength(900_000, "The file is too large")),
  }),
  answers: { 204: null },
  errors: ["CONFLICT"],
});

/** Lets transactions above the limit of network fees be signed. */
export const acceptBatchFee = defineCall({
  method: "POST",
  path: "/api/admin/chain-batches/:batch/accept-fee",
  summary: "Let transactions above the limit of network fees be signed",
  permission: "admin",
  ...acts.acceptBatchFee,
  params: batch,
  answers: { 204: null },
  errors: ["CONFLICT"],
});

/** Discards prepared transactions whose file was not given out. Their payouts are attempted again in other transactions. */
export const discardChainBatch = defineCall({
  method: "POST",
  path: "/api/admin/chain-batches/:batch/discard",
  summary: "Discard prepared transactions whose file was not given out",
  permission: "admin",
  ...acts.discardChainBatch,
  params: batch,
  answers: { 204: null },
  errors: ["CONFLICT"],
});

/** Prepares a transfer again with a higher fee, in a batch of its own. The network takes one of the two at most. */
export const raiseChainFee = defineCall({
  method: "POST",
  path: "/api/admin/chain-transfers/:transfer/raise-fee",
  summary: "Prepare a transaction again with a higher fee",
  permission: "admin",
  ...acts.raiseChainFee,
  params: z.object({ transfer: z.uuid() }),
  answers: { 201: z.object({ id: z.uuid() }) },
  errors: ["CONFLICT"],
});
