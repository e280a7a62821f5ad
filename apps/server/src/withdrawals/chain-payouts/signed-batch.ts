import { AppError } from "../../platform/base/app-error.ts";
import type { AuditActor } from "../../record/api.ts";
import {
  type ChainPayoutDeps,
  type PayingChain,
  type SignableTransfer,
  SignedFileError,
  type SignedTransfer,
} from "./paying-chain.ts";
import {
  findBatch,
  findDecisionState,
  listBatchVersions,
  markExported,
  type StoredBatch,
  storeSigned,
} from "./store.ts";
import { recordEvent, refuseDecided, refuseFrozen, refuseInQuarantine } from "./decide-batch.ts";
import { askChain } from "./prepare-batch.ts";
import * as texts from "../../messages/withdrawals.ts";

const SHORT_ID = 8;

interface FoundBatch {
  batch: StoredBatch;
  chain: PayingChain;
  asked: SignableTransfer[];
}

/** @throws AppError NOT_FOUND · CONFLICT it is signed or discarded, payouts are stopped, or it waits for a decision about its fee */
async function findUnsigned({ sql, chains }: ChainPayoutDeps, batchId: string): Promise<FoundBatch> {
  await refuseInQuarantine(sql);
  const [batch, state] = [await findBatch(sql, batchId), await findDecisionState(sql, batchId)];
  const chain = batch && chains.find(({ network }) => network === batch.network);
  if (!batch || !state || !chain) throw new AppError("NOT_FOUND", texts.batchNotFound);
  refuseDecided(state);
  if (state.holdReason !== null) {
    throw new AppError("CONFLICT", texts.batchFeeHeld({ reason: state.holdReason }));
  }
  return { batch, chain, asked: await listBatchVersions(sql, batchId) };
}

/** The file of a batch for an operator's wallet. @throws AppError as `findUnsigned` · CONFLICT an account is frozen · BUSY */
export async function exportBatch(
  deps: ChainPayoutDeps,
  batchId: string,
  by: AuditActor | null,
): Promise<{ fileName: string; content: string; chain: PayingChain }> {
  const { chain, asked } = await findUnsigned(deps, batchId);
  const content = await askChain(() => chain.writeFile(asked));
  await deps.sql.begin(async (tx) => {
    await refuseFrozen(
      tx,
      asked.flatMap(({ payments }) => payments),
    );
    // From here on the transactions may be signed, so they can no longer be discarded.
    if (!(await markExported(tx, batchId, deps.now()))) throw new AppError("CONFLICT", texts.batchChanged);
    if (by) await recordEvent(tx, by, "chain.export", batchId, { network: chain.network, transfers: asked.length });
  });
  const ending = chain.network === "ERC20" ? "json" : "psbt";
  return { fileName: `wazi-${chain.network.toLowerCase()}-${batchId.slice(0, SHORT_ID)}.${ending}`, content, chain };
}

/**
 * Takes a signed file: it must have the transactions of the batch and nothing else. They are stored before any of them is sent.
 * @throws AppError as `findUnsigned` · CONFLICT an account is frozen · VALIDATION the file, with what is wrong · BUSY
 */
export async function importSigned(
  deps: ChainPayoutDeps,
  batchId: string,
  content: string,
  by: AuditActor | null,
): Promise<void> {
  const { chain, asked } = await findUnsigned(deps, batchId);
  const signed = readSigned(chain, content, asked);
  for (const { raw } of signed) {
    const reason = await askChain(() => chain.test(raw));
    if (reason !== null) throw refuseFile(texts.batchRefusedByNode({ reason }));
  }
  await deps.sql.begin(async (tx) => {
    await refuseFrozen(
      tx,
      asked.flatMap(({ payments }) => payments),
    );
    const isStored = await storeSigned(tx, batchId, signed, { by: by?.id ?? null, at: deps.now() });
    if (!isStored) throw new AppError("CONFLICT", texts.batchSigned);
    const hashes = signed.map(({ hash }) => hash);
    await recordEvent(tx, by, "chain.import", batchId, { network: chain.network, hashes });
  });
}

function readSigned(chain: PayingChain, content: string, asked: readonly SignableTransfer[]): SignedTransfer[] {
  try {
    return chain.readSigned(content, asked);
  } catch (error) {
    if (error instanceof SignedFileError) throw refuseFile(error.message);
    throw error;
  }
}

const refuseFile = (message: string): AppError => new AppError("VALIDATION", message, { fields: { content: message } });
