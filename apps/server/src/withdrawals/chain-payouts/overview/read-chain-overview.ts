import type { ChainBatch, ChainPayoutOverview, ChainTransfer } from "@wazi/contracts";
import { countConfirmationsNeeded, parseCents } from "@wazi/domain";
import type { ChainPayoutDeps } from "../paying-chain.ts";
import { listShownBatches, listShownTransfers, readWaiting, type ShownTransferRow } from "./store.ts";
import { STUCK_MS } from "../run-chain-rounds.ts";

const MAX_TRANSFERS = 50;
const MAX_BATCHES = 50;

const text = (at: Date | null): string | null => at && at.toISOString();

/** The administrators' view of payouts on chains: waiting, to be signed, and sent. */
export async function readChainOverview(deps: ChainPayoutDeps): Promise<ChainPayoutOverview> {
  const { sql, chains, signer } = deps;
  const names = chains.map(({ network }) => network);
  const [batches, transfers, waiting] = await Promise.all([
    listShownBatches(sql, names, MAX_BATCHES),
    listShownTransfers(sql, names, MAX_TRANSFERS),
    readWaiting(sql, names),
  ]);
  return {
    networks: chains.map(({ network, payer }) => {
      const own = waiting.find((row) => row.network === network);
      const { count = 0, amount = "0.00", oldestAt = null } = own ?? {};
      return { network, payer, isAutomatic: signer !== null, waiting: { count, amount, oldestAt: text(oldestAt) } };
    }),
    batches: batches.map((row): ChainBatch => ({
      ...row,
      preparedAt: row.preparedAt.toISOString(),
      exportedAt: text(row.exportedAt),
    })),
    transfers: transfers.map((row) => toShownTransfer(deps, row)),
  };
}

function toShownTransfer({ chains, confirmations, now }: ChainPayoutDeps, row: ShownTransferRow): ChainTransfer {
  const { id, network, versions, hash, fee, refusal, payments, amount, minedHeight, checkedHeight, sentAt } = row;
  const has = minedHeight === null ? 0 : checkedHeight - minedHeight + 1;
  const isWaiting = sentAt !== null && minedHeight === null;
  return {
    id,
    network,
    versions,
    hash,
    fee,
    refusal,
    payments,
    state: judgeState(row),
    feeCurrency: chains.find((chain) => chain.network === network)?.feeCurrency ?? network,
    sentAt: text(sentAt),
    confirmations: has,
    confirmationsNeeded: countConfirmationsNeeded(parseCents(amount), confirmations[network]),
    isStuck: isWaiting && now().getTime() - sentAt.getTime() > STUCK_MS,
  };
}

function judgeState(row: ShownTransferRow): ChainTransfer["state"] {
  if (row.isDiscarded) return "discarded";
  if (row.isEnded) return row.isPaid ? "paid" : "not-paid";
  if (row.minedHeight !== null) return "mined";
  if (row.sentAt !== null) return "sent";
  return row.isSigned ? "signed" : "to-sign";
}
