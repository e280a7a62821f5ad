import { countTry, type ThrottleDeps, type ThrottleRule } from "./throttle.ts";

/** Reads that one count in the database allows. */
const READS_PER_LEASE = 20;
const MAX_LEASES = 10_000;

interface Lease {
  left: number;
  /** Epoch ms. */
  endsAt: number;
}

/**
 * Limits cheap reads of an address for all processes together. A process counts a lease of 20 reads in the database, so that counting costs less
 * than reading.
 * @returns a function that counts one read and throws RATE_LIMITED beyond `rule.limit` leases
 */
export function createLeasedReads(deps: ThrottleDeps, rule: ThrottleRule): (subject: string) => Promise<void> {
  const leases = new Map<string, Lease>();
  return async (subject) => {
    if (deps.rateLimitScale === 0) return;
    const at = deps.now().getTime();
    const lease = leases.get(subject);
    if (lease && lease.left > 0 && at < lease.endsAt) {
      lease.left -= 1;
      return;
    }
    leases.delete(subject);
    await countTry(deps, rule, subject);
    leases.set(subject, { left: READS_PER_LEASE - 1, endsAt: at + rule.windowMs });
    for (const oldest of leases.keys()) {
      if (leases.size <= MAX_LEASES) break;
      leases.delete(oldest);
    }
  };
}
