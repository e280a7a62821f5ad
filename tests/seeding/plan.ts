import { parseNav } from "@wazi/domain";
import { createDraw, type Draw } from "./draw.ts";
import { planAccount, type OpenBot } from "./plan-account.ts";
import { planPerson, planSubmissions, type Submission } from "./plan-people.ts";
import type { AuditPlan, Plan } from "./plan-rows.ts";

export interface PlanSize {
  users: number;
  deposits: number;
  withdrawals: number;
}

/** So many withdrawals for each deposit at most: what comes in is always enough for them. */
const MAX_WITHDRAWALS_PER_DEPOSIT = 5;

/**
 * A year of a platform: investors, their documents, deposits, withdrawals and positions, and the ledger that follows from
 * them. The same seed and moment give the same plan.
 * @throws RangeError when there are more withdrawals than deposits can pay for
 */
export function planBackOffice(
  size: PlanSize,
  world: { seed: number; now: Date; adminId: string; bots: readonly OpenBot[] },
): Plan {
  const { seed, now, adminId } = world;
  const draw = createDraw(seed);
  const bots = world.bots.map(({ id, nav }) => ({ id, nav: parseNav(nav) }));
  const people = Array.from({ length: size.users }, (_, index) => planPerson(draw, { number: index + 1, seed, now }));
  const counts = spreadRequests(draw, size);
  const accounts = people.map((person, index) =>
    planAccount({ draw, now: now.getTime(), adminId, bots }, person, counts[index] ?? { deposits: 0, withdrawals: 0 }),
  );
  const submissions = people.flatMap((person) => {
    const submitted = planSubmissions(draw, person, now);
    person.kyc_status = submitted.at(-1)?.status ?? "pending";
    return submitted;
  });
  const deposits = accounts.flatMap((account) => account.deposits);
  const waiting = new Set(deposits.flatMap(({ status, user_id }) => (status === "pending" ? [user_id] : [])));
  const reviews = submissions.flatMap((each) => reviewOf(each, adminId));
  return {
    people,
    submissions,
    deposits: byTime(deposits, "created_at"),
    withdrawals: byTime(
      accounts.flatMap((account) => account.withdrawals),
      "created_at",
    ),
    transactions: byTime(
      accounts.flatMap((account) => account.transactions),
      "posted_at",
    ),
    positions: byTime(
      accounts.flatMap((account) => account.positions),
      "activated_at",
    ),
    audit: byTime([...accounts.flatMap((account) => account.audit), ...reviews], "happened_at"),
    deactivated: people.map(({ id }) => id).filter((id) => !waiting.has(id) && draw.happens(2)),
  };
}

/** How many deposits and withdrawals each has: some have many, some have none. */
function spreadRequests(draw: Draw, size: PlanSize): { deposits: number; withdrawals: number }[] {
  if (size.withdrawals > size.deposits * MAX_WITHDRAWALS_PER_DEPOSIT) {
    throw new RangeError(`at most ${MAX_WITHDRAWALS_PER_DEPOSIT} withdrawals for each deposit`);
  }
  const counts = Array.from({ length: size.users }, () => ({ deposits: 0, withdrawals: 0 }));
  // Whoever is drawn in proportion to a weight that few have much of.
  const sums: number[] = [];
  for (let index = 0, sum = 0; index < size.users; index += 1) {
    sum += draw.aroundMean(1) ** 1.5;
    sums.push(sum);
  }
  const someone = (): { deposits: number; withdrawals: number } => {
    const at = draw.fraction() * (sums.at(-1) ?? 0);
    const found = counts[lowerBound(sums, at)];
    if (!found) throw new RangeError("nobody to choose from");
    return found;
  };
  for (let count = 0; count < size.deposits; count += 1) someone().deposits += 1;
  for (let count = 0; count < size.withdrawals;) {
    const chosen = someone();
    if (chosen.withdrawals >= chosen.deposits * MAX_WITHDRAWALS_PER_DEPOSIT) continue;
    chosen.withdrawals += 1;
    count += 1;
  }
  return counts;
}

/** The first place in rising numbers that is above a number. */
function lowerBound(sums: readonly number[], at: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

function reviewOf({ id, status, rejection_reason, reviewed_at }: Submission, adminId: string): AuditPlan[] {
  if (reviewed_at === null) return [];
  return [
    {
      actor_id: adminId,
      action: "verification.review",
      subject_type: "verification",
      subject_id: id,
      before: { status: "pending" },
      after: { status, rejectionReason: rejection_reason },
      address: "198.51.100.7",
      happened_at: reviewed_at,
    },
  ];
}

function byTime<Row>(rows: readonly Row[], key: keyof Row): Row[] {
  return [...rows].sort((one, other) => (one[key] < other[key] ? -1 : one[key] > other[key] ? 1 : 0));
}
