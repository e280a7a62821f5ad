import { parseNav } from "@wazi/domain";
import { createDraw, type Draw } from "./draw.ts";
import { planAccount, type OpenBot } from "./plan-account.ts";
import { planPerson, planSubmissions } from "./plan-people.ts";
import type { Plan, PlannedAuditEvent, PlannedSubmission } from "./plan-rows.ts";

export interface PlanSize {
  users: number;
  deposits: number;
  withdrawals: number;
}

/** Keeps withdrawals small enough that deposits always cover them. */
const MAX_WITHDRAWALS_PER_DEPOSIT = 5;

/**
 * Plans one year of a platform: investors, their documents, deposits, withdrawals and positions, and the ledger of all
 * of them. The same seed and time give the same plan.
 * @throws RangeError when there are more withdrawals than deposits can cover
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
    person.kycStatus = submitted.at(-1)?.status ?? "pending";
    return submitted;
  });
  const deposits = accounts.flatMap((account) => account.deposits);
  const waiting = new Set(deposits.flatMap(({ status, userId }) => (status === "pending" ? [userId] : [])));
  const reviews = submissions.flatMap((each) => buildReviewEvents(each, adminId));
  return {
    people,
    submissions,
    deposits: sortByTime(deposits, "createdAt"),
    withdrawals: sortByTime(
      accounts.flatMap((account) => account.withdrawals),
      "createdAt",
    ),
    transactions: sortByTime(
      accounts.flatMap((account) => account.transactions),
      "postedAt",
    ),
    positions: sortByTime(
      accounts.flatMap((account) => account.positions),
      "activatedAt",
    ),
    audit: sortByTime([...accounts.flatMap((account) => account.audit), ...reviews], "happenedAt"),
    deactivated: people.map(({ id }) => id).filter((id) => !waiting.has(id) && draw.happens(2)),
  };
}

/** Spreads the deposits and withdrawals over the users: some have many, some have none. */
function spreadRequests(draw: Draw, size: PlanSize): { deposits: number; withdrawals: number }[] {
  if (size.withdrawals > size.deposits * MAX_WITHDRAWALS_PER_DEPOSIT) {
    throw new RangeError(`There can be at most ${MAX_WITHDRAWALS_PER_DEPOSIT} withdrawals for each deposit.`);
  }
  const counts = Array.from({ length: size.users }, () => ({ deposits: 0, withdrawals: 0 }));
  // Each user is drawn in proportion to a random weight. Few users have a large one.
  const sums: number[] = [];
  for (let index = 0, sum = 0; index < size.users; index += 1) {
    sum += draw.aroundMean(1) ** 1.5;
    sums.push(sum);
  }
  const someone = (): { deposits: number; withdrawals: number } => {
    const at = draw.fraction() * (sums.at(-1) ?? 0);
    const found = counts[lowerBound(sums, at)];
    if (!found) throw new RangeError("there are no users to pick from");
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

/** Finds the first index whose number is above `at`, in rising numbers. */
function lowerBound(sums: readonly number[], at: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

function buildReviewEvents(
  { id, status, rejectionReason, reviewedAt }: PlannedSubmission,
  adminId: string,
): PlannedAuditEvent[] {
  if (reviewedAt === null) return [];
  return [
    {
      actorId: adminId,
      action: "verification.review",
      subjectType: "verification",
      subjectId: id,
      before: { status: "pending" },
      after: { status, rejectionReason: rejectionReason },
      address: "198.51.100.7",
      happenedAt: reviewedAt,
    },
  ];
}

function sortByTime<Row>(rows: readonly Row[], key: keyof Row): Row[] {
  return [...rows].sort((one, other) => (one[key] < other[key] ? -1 : one[key] > other[key] ? 1 : 0));
}
