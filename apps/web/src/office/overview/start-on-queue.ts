import type { BackOfficeOverview } from "@wazi/contracts";
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { useSearchText } from "../../lib/address-search.ts";

const queues = ["deposits", "withdrawals", "verifications", "adjustments"] as const;
export type Queue = (typeof queues)[number];

/**
 * The address of a queue's list. Open withdrawals have two statuses, pending and processing, and the default order lists both
 * first, so they need no filter. The list of adjustments has no filter: it begins with those that wait.
 */
export function getQueueAddress(queue: Queue): string {
  const hasFilter = queue === "deposits" || queue === "verifications";
  return hasFilter ? `/admin?tab=${queue}&status=pending` : `/admin?tab=${queue}`;
}

/** The queue with the oldest request; null if none waits. */
export function findOldestQueue(overview: Pick<BackOfficeOverview, Queue>): Queue | null {
  const waiting = queues.flatMap((queue) => {
    const { oldestAt } = overview[queue];
    return oldestAt === null ? [] : [{ queue, oldestAt }];
  });
  return waiting.sort((a, b) => a.oldestAt.localeCompare(b.oldestAt))[0]?.queue ?? null;
}

/** On arrival at the bare address, goes to the queue with the oldest request. Decided once: a list never changes under the reader. */
export function useStartOnQueue(overview: BackOfficeOverview | undefined): void {
  const isDecided = useRef(false);
  const search = useSearchText();
  const [, navigate] = useLocation();
  useEffect(() => {
    if (isDecided.current || overview === undefined) return;
    isDecided.current = true;
    const queue = search === "" ? findOldestQueue(overview) : null;
    if (queue !== null) navigate(getQueueAddress(queue), { replace: true });
  }, [overview, search, navigate]);
}
