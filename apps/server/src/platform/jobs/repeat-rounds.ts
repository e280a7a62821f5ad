import { setTimeout as sleep } from "node:timers/promises";
import { describeChainError, shortenError } from "./describe-error.ts";

const MAX_WAIT_MS = 60_000;
/** The pause is at its longest before this many doublings. */
const MAX_DOUBLINGS = 10;

export interface RoundResult {
  isBehind: boolean;
  tip?: number;
}

/** `error`: a short text without secrets. */
export type RoundOutcome = { tip: number | null } | { error: string };

/** The work that is done again and again for one chain. */
export interface ChainRounds {
  network: string;
  /** The node, for the log. */
  source: string;
  /** The pause between rounds. */
  everyMs: number;
  /**
   * The next round follows at once while it is behind. `tip`: the latest block of the node. At the signal a round ends after
   * the step under way.
   */
  run: (signal: AbortSignal) => Promise<RoundResult>;
  /** Records how each round ended, for the back office. */
  record?: (outcome: RoundOutcome) => Promise<void>;
  /** After the last round. */
  end?: () => Promise<void>;
}

/**
 * Repeats the rounds of each chain until it is stopped. A chain whose node fails is asked again after a pause that doubles, and
 * never stops the others.
 * @param failed what the log says of a failed round
 */
export function repeatRounds(
  chains: readonly ChainRounds[],
  log: { warn(fields: object, message: string): void },
  failed: string,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const repeat = async ({ network, source, everyMs, run, record, end }: ChainRounds): Promise<void> => {
    let failures = 0;
    const note = async (outcome: RoundOutcome): Promise<void> =>
      record?.(outcome).catch((error: unknown) =>
        log.warn({ network, reason: describeChainError(error) }, "the result of a round could not be recorded"),
      );
    while (!signal.aborted) {
      let waitMs = everyMs;
      try {
        const { isBehind, tip = null } = await run(signal);
        if (isBehind) waitMs = 0;
        failures = 0;
        await note({ tip });
      } catch (error) {
        if (signal.aborted) break;
        failures += 1;
        waitMs = Math.min(MAX_WAIT_MS, everyMs * 2 ** Math.min(failures, MAX_DOUBLINGS));
        const reason = describeChainError(error);
        log.warn({ network, source, failures, reason }, failed);
        await note({ error: shortenError(reason) });
      }
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    }
    await end?.();
  };
  const repeating = Promise.all(chains.map(repeat));
  return {
    stop: async () => {
      stopping.abort();
      await repeating;
    },
  };
}
