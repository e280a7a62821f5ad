import type { ConfirmationStep } from "@wazi/domain";
import { repeatRounds, type RoundOutcome, type RoundResult } from "../../platform/jobs/repeat-rounds.ts";
import type { ChainReader } from "./chain-reader.ts";
import type { CreditDeps } from "./build-credit.ts";
import { creditPayment } from "./credit-payment.ts";
import { linkHandCredits } from "./decisions/store.ts";
import { eachConfirmed } from "./store.ts";
import { recordRailFailure, recordRailSuccess } from "../rail-health/store.ts";
import { scanChain, type ScanDeps } from "./scan-chain.ts";

export type WatchDeps = Omit<ScanDeps, "steps"> & CreditDeps;

export interface WatchedChain {
  reader: ChainReader;
  steps: readonly ConfirmationStep[];
  /** The pause between rounds. */
  everyMs: number;
}

/** One round for one chain: reads its new blocks, then decides on the payments that have their confirmations. */
export async function runRound(
  deps: WatchDeps,
  { reader, steps }: WatchedChain,
  signal?: AbortSignal,
): Promise<RoundResult> {
  const { tip, nodeTip, isBehind } = await scanChain({ ...deps, steps }, reader, signal);
  for await (const id of eachConfirmed(deps.sql, reader.network, tip)) {
    signal?.throwIfAborted();
    await creditPayment({ ...deps, isBehind }, id);
  }
  await linkHandCredits(deps.sql, reader.network);
  return { isBehind, tip: nodeTip };
}

/** Watches chains until it is stopped. Every round begins with what is recorded, so it does not matter where the process died. */
export function watchDeposits(deps: WatchDeps, chains: readonly WatchedChain[]): { stop(): Promise<void> } {
  const rounds = chains.map((chain) => {
    const { network, source } = chain.reader;
    const record = (outcome: RoundOutcome): Promise<void> =>
      "error" in outcome
        ? recordRailFailure(deps.sql, network, outcome.error)
        : recordRailSuccess(deps.sql, network, outcome.tip);
    return {
      network,
      source,
      everyMs: chain.everyMs,
      run: (signal: AbortSignal) => runRound(deps, chain, signal),
      record,
    };
  });
  return repeatRounds(rounds, deps.log, "the chain could not be read");
}
