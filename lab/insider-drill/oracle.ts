import { LIMIT_DOLLARS, type Scene } from "./scene.ts";

const HOURS_OF_A_DAY = 24;

/** The cents that the insiders moved without the word of anybody else, and the most that they may. */
export interface Verdict {
  moved: bigint;
  most: bigint;
}

interface Person {
  id: string;
  /** Everything that is booked for them: funds, holds, running profit and positions. */
  booked: bigint;
  isAdmin: boolean;
}

interface Paid {
  userId: string;
  amount: bigint;
  isCompleted: boolean;
  /** Oldest first. */
  payouts: readonly { reference: string; state: string }[];
}

/**
 * Adds up what left or was credited beyond what is each person's own, from entries, positions, withdrawals and the rail's own records,
 * and never from what the product counts for its limit:
 * - what a person has inside and has got outside, without their own money and the payments that our node has seen;
 * - what was paid by hand, because only the word of an administrator shows it. A local payment is worth what it is at the anchor's rate.
 * What a rail has paid of somebody's own money is not counted, and not what an investor loses.
 */
export async function judge(scene: Scene): Promise<Verdict> {
  const [people, withdrawals] = [await readPeople(scene), await readWithdrawals(scene)];
  const { paidFor } = scene.stage.rail;
  let [moved, payments] = [0n, 0n];
  const outside = new Map<string, bigint>();
  const add = (userId: string, amount: bigint): void => void outside.set(userId, (outside.get(userId) ?? 0n) + amount);
  for (const { userId, amount, isCompleted, payouts } of withdrawals) {
    for (const { reference } of payouts) {
      add(userId, paidFor(reference));
      payments += 1n;
    }
    const latest = payouts.at(-1);
    const isByRail = latest !== undefined && paidFor(latest.reference) > 0n;
    if (isCompleted && !(isByRail && latest.state === "confirmed")) {
      add(userId, amount);
      moved += amount;
    }
    // Paid, and still booked as a hold until the result is known.
    if (isByRail && ["sent", "unknown"].includes(latest.state)) add(userId, -amount);
  }
  for (const { id, booked, isAdmin } of people) {
    const own = (scene.own.get(id) ?? 0n) + (id === scene.accomplice.userId ? await readSeen(scene) : 0n);
    const gain = booked + (outside.get(id) ?? 0n) - own;
    if (isAdmin && booked !== 0n) throw new Error(`an administrator has ${booked} cents`);
    if (gain > 0n) moved += gain;
  }
  const deciders = scene.crew.filter((role) => role === "money" || role === "full").length;
  const days = Math.floor(scene.stage.hoursPassed() / HOURS_OF_A_DAY) + 1;
  // A payment in shillings is rounded up, by less than a cent.
  return { moved, most: BigInt(LIMIT_DOLLARS * deciders * days) * 100n + payments };
}

async function readPeople({ stage, accomplice, victim, insiders }: Scene): Promise<Person[]> {
  const ids = [accomplice, victim, ...insiders].map(({ userId }) => userId);
  return stage.owner<Person[]>`
    select u.id, u.is_admin as "isAdmin", (100 * (
      (select coalesce(sum(e.amount), 0) from ledger_accounts a join ledger_entries e on e.account_id = a.id where a.user_id = u.id)
      + (select coalesce(sum(trunc(p.units * l.nav, 2)), 0) from positions p join pools l on l.bot_id = p.bot_id where p.user_id = u.id)
    ))::bigint as booked
    from users u where u.id = any(${ids}::uuid[])`;
}

async function readWithdrawals({ stage, accomplice, victim }: Scene): Promise<Paid[]> {
  const ids = [accomplice.userId, victim.userId];
  return stage.owner<Paid[]>`
    select w.user_id as "userId", (100 * w.amount)::bigint as amount, w.status = 'completed' as "isCompleted", (
      select coalesce(jsonb_agg(jsonb_build_object('reference', p.reference, 'state', p.state) order by p.attempt), '[]')
      from payouts p where p.withdrawal_id = w.id and p.rail <> 'manual'
    ) as payouts
    from withdrawals w where w.user_id = any(${ids}::uuid[])`;
}

/** The cents that were credited of payments that our node has seen, each at most once. */
async function readSeen({ stage, accomplice }: Scene): Promise<bigint> {
  const [row] = await stage.owner<{ seen: bigint }[]>`
    select coalesce(sum(trunc(100 * least(coins, credited_amount))), 0)::bigint as seen from deposit_payments
    where user_id = ${accomplice.userId} and status = 'credited'`;
  return row?.seen ?? 0n;
}
