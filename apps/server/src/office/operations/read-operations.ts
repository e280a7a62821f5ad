import { MINUTE_MS } from "@wazi/contracts";
import type { Operations } from "@wazi/contracts";
import { listEntryRefusals, listFeedAges, readTraderState } from "../../trader/api.ts";
import { sumAnswers } from "../status/store.ts";
import { listReconciliations, readLatestResults, type ReconciliationResult } from "../../ledger/api.ts";
import { readOperatedBots } from "./operated-bots.ts";
import { findTraderLease, listFailedMails, listFeedIssues, listQueues } from "./store.ts";
import type { OperationsDeps } from "./operated-bots.ts";

const MAX_RECONCILIATIONS = 20;
const MAX_FEED_ISSUES = 50;
const MAX_REFUSALS = 20;
const MAX_FAILED_MAILS = 50;
const REFUSAL_DAYS = 7;
/** The state is read at most this often, for any number of administrators. */
const CACHE_MS = 2_000;

/** Reads the current state of the platform: lease, bots, reconciliations, feeds, queues and errors. */
export async function readOperations(deps: OperationsDeps): Promise<Operations> {
  const { sql, now } = deps;
  const at = now();
  const since = (minutes: number): Date => new Date(at.getTime() - minutes * MINUTE_MS);
  const [lease, trader, bots, reconciliations, results, feeds, feedTroubles, refusals, queues, mails, lately, daily] =
    await Promise.all([
      findTraderLease(sql),
      readTraderState(sql),
      readOperatedBots(deps),
      listReconciliations(sql, MAX_RECONCILIATIONS),
      readLatestResults(sql),
      listFeedAges(sql),
      listFeedIssues(sql, MAX_FEED_ISSUES),
      listEntryRefusals(sql, since(REFUSAL_DAYS * 24 * 60), MAX_REFUSALS),
      listQueues(sql),
      listFailedMails(sql, at, MAX_FAILED_MAILS),
      sumAnswers(sql, since(15)),
      sumAnswers(sql, since(24 * 60)),
    ]);
  return {
    at: at.toISOString(),
    lease,
    tradingWaitsUntil: trader.waitsUntil && trader.waitsUntil.toISOString(),
    bots,
    reconciliations: reconciliations.map(toReconciliation),
    completeReconciliation: results.complete && toReconciliation(results.complete),
    feeds,
    feedTroubles,
    entryRefusals: refusals.map(({ id, botName, symbol, reason, asked, allowed, refusedAt }) => {
      return { id, botName, symbol, reason, asked, allowed, at: refusedAt.toISOString() };
    }),
    queues,
    mail: { transport: deps.mailTransport, ...mails },
    answers: {
      last15Minutes: { answers: lately.answers, serverErrors: lately.serverErrors },
      last24Hours: { answers: daily.answers, serverErrors: daily.serverErrors },
    },
  };
}

function toReconciliation({ checkedAt, since, ...rest }: ReconciliationResult): Operations["reconciliations"][number] {
  return { ...rest, checkedAt: checkedAt.toISOString(), since: since?.toISOString() ?? null };
}

export interface OperationsCache {
  read(): Promise<Operations>;
  /** Discards the cached state after a change in this process. */
  clear(): void;
}

/** Caches `readOperations` for two seconds. */
export function createOperationsCache(deps: OperationsDeps): OperationsCache {
  let kept: { at: number; answer: Promise<Operations> } | null = null;
  return {
    read() {
      const at = deps.now().getTime();
      if (kept && at - kept.at < CACHE_MS) return kept.answer;
      const reading = { at, answer: readOperations(deps) };
      reading.answer.catch(() => {
        if (kept === reading) kept = null;
      });
      kept = reading;
      return reading.answer;
    },
    clear() {
      kept = null;
    },
  };
}
