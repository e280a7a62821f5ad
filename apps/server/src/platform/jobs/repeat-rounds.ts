import { runEvery, type Running } from "./run-every.ts";
import { maskSecrets } from "../base/mask-secrets.ts";

/** The text of an error for the log, without secrets. */
export const describeChainError = (error: unknown): string =>
  maskSecrets(error instanceof Error ? `${error.name}: ${error.message}` : String(error));

const MAX_SHOWN = 200;

/** A described error for a screen and its column: one line of at most 200 characters, without the name of its class. */
export function shortenError(text: string): string {
  const line =
    text
      .replace(/^\w*Error: /, "")
      .replace(/\s+/g, " ")
      .trim() || "Unknown error";
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1)}…` : line;
}

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
): Running {
  const running = chains.map((chain) => repeatChain(chain, log, failed));
  return {
    stop: async () => {
      await Promise.all(running.map((each) => each.stop()));
    },
  };
}

function repeatChain(
  { network, source, everyMs, run, record, end }: ChainRounds,
  log: { warn(fields: object, message: string): void },
  failed: string,
): Running {
  let failures = 0;
  const note = async (outcome: RoundOutcome): Promise<void> =>
    record?.(outcome).catch((error: unknown) =>
      log.warn({ network, reason: describeChainError(error) }, "the result of a round could not be recorded"),
    );
  return runEvery({
    everyMs,
    run: async (signal) => {
      try {
        const { isBehind, tip = null } = await run(signal);
        failures = 0;
        await note({ tip });
        return { waitMs: isBehind ? 0 : everyMs };
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        const reason = describeChainError(error);
        log.warn({ network, source, failures, reason }, failed);
        await note({ error: shortenError(reason) });
        return { waitMs: Math.min(MAX_WAIT_MS, everyMs * 2 ** Math.min(failures, MAX_DOUBLINGS)) };
      }
    },
    failed: (error) => log.warn({ network, reason: describeChainError(error) }, failed),
    ...(end && { end }),
  });
}
