import { DAY_MS, HOUR_MS } from "@wazi/contracts";
import {
  cents,
  decideAllocation,
  decideWithdrawal,
  buildDepositPostings,
  formatCents,
  formatNav,
  formatUnits,
  marksWithoutTrade,
  findPackageTier,
  buildPayoutPostings,
  buildReleasePostings,
  units,
  type Cents,
  type InvestorFunds,
  type Nav,
  type Posting,
} from "@wazi/domain";
import type { Draw } from "./seeded-random.ts";
import { pickDepositCents, planDepositTerms, planDestination, makeTransactionHash } from "./plan-requests.ts";
import type { AccountPlan, PlannedAuditEvent, PlannedUser } from "./plan-rows.ts";

/** A bot that accepts new allocations, and its unit price. */
export interface OpenBot {
  id: string;
  nav: string;
}

interface World {
  draw: Draw;
  now: number;
  /** The administrator who settles every request. */
  adminId: string;
  bots: readonly { id: string; nav: Nav }[];
}

/** The account of one investor while its history is planned, from the first event to the last. */
interface Account extends AccountPlan {
  person: PlannedUser;
  funds: InvestorFunds;
  deposited: Cents;
}

/**
 * Plans the history of one investor: deposits and withdrawals in an order that the product allows, decided by the product's
 * own money rules. At the end, some investors allocate part of the balance to bots.
 */
export function planAccount(
  world: World,
  person: PlannedUser,
  counts: { deposits: number; withdrawals: number },
): AccountPlan {
  const { draw, now } = world;
  const zero = cents(0n);
  const account: Account = {
    person,
    funds: { depositFunds: zero, profitFunds: zero, withdrawalHold: zero, runningProfit: zero },
    deposited: zero,
    deposits: [],
    withdrawals: [],
    transactions: [],
    positions: [],
    audit: [],
  };
  if (counts.deposits === 0) return account;
  const kinds = draw.shuffled([
    ...Array.from({ length: counts.deposits - 1 }, () => "deposit" as const),
    ...Array.from({ length: counts.withdrawals }, () => "withdrawal" as const),
  ]);
  const start = person.createdAt.getTime();
  const times = Array.from({ length: kinds.length + 1 }, () => start + draw.fraction() * (now - start)).sort(
    (one, other) => one - other,
  );
  let settledAt = start;
  (["deposit", ...kinds] as const).forEach((kind, index) => {
    const isFirst = index === 0;
    const isLast = index === kinds.length;
    const at = times[index] ?? now;
    const isWaiting = isLast && !isFirst && draw.happens(12);
    const moment = isWaiting ? Math.max(settledAt, now - draw.aroundMean(8 * HOUR_MS)) : at;
    const until = (times[index + 1] ?? now) - moment;
    const event = { at: moment, until, isFirst, isWaiting };
    settledAt = kind === "deposit" ? addDeposit(world, account, event) : addWithdrawal(world, account, event);
  });
  if (draw.happens(45)) addPositions(world, account, settledAt);
  const { person: _person, funds: _funds, deposited: _deposited, ...plan } = account;
  return plan;
}

interface Event {
  /** Unix time in milliseconds. */
  at: number;
  /** Milliseconds until the next event. */
  until: number;
  isFirst: boolean;
  /** The request is not settled yet. */
  isWaiting: boolean;
}

/** Picks the time of a settlement: soon after the request, and before the next event. */
const pickSettlementTime = (draw: Draw, { at, until }: Event, meanMs: number): number =>
  at + Math.min(Math.max(0, until) * 0.8, 60_000 + draw.aroundMean(meanMs));

function addDeposit({ draw, adminId }: World, account: Account, event: Event): number {
  const { person } = account;
  const asked = pickDepositCents(draw);
  const terms = planDepositTerms(draw, asked);
  const status = event.isWaiting ? "pending" : event.isFirst || draw.happens(84) ? "completed" : "failed";
  const isCancelled = status === "failed" && draw.happens(50);
  const received = status === "completed" && draw.happens(8) ? asked - draw.integer(1, 250) : asked;
  const settledAt = event.isWaiting ? event.at : pickSettlementTime(draw, event, 25 * 60_000);
  const settledBy = event.isWaiting ? null : isCancelled ? person.id : adminId;
  const id = draw.uuid();
  const operationId = status === "completed" ? draw.uuid() : null;
  account.deposits.push({
    ...terms,
    id,
    userId: person.id,
    amount: formatCents(cents(BigInt(asked))),
    receivedAmount: received === asked ? null : formatCents(cents(BigInt(received))),
    transactionHash: status === "completed" ? makeTransactionHash(draw, terms.network) : null,
    status,
    settledBy,
    settledAt: event.isWaiting ? null : new Date(settledAt),
    operationId,
    createdAt: new Date(event.at),
    updatedAt: new Date(settledAt),
    version: event.isWaiting ? "1" : "2",
  });
  if (settledBy !== null) {
    const action = isCancelled ? "deposit.cancel" : "deposit.settle";
    account.audit.push(buildAuditEvent(settledBy, action, "deposit", id, { status }, settledAt));
  }
  if (operationId !== null) {
    const amount = cents(BigInt(received));
    post(account, { operationId, kind: "deposit", actorId: adminId, at: settledAt }, [
      ...buildDepositPostings(person.id, "crypto", amount),
    ]);
    account.funds = { ...account.funds, depositFunds: cents(account.funds.depositFunds + amount) };
    account.deposited = cents(account.deposited + amount);
  }
  return settledAt;
}

function addWithdrawal({ draw, adminId }: World, account: Account, event: Event): number {
  const { person, funds } = account;
  const share = BigInt(Math.floor(20 + 130 * draw.fraction()));
  const part = (funds.depositFunds * share) / 1_000n;
  const amount = cents(part > 1_000n ? part : funds.depositFunds < 1_000n ? funds.depositFunds : 1_000n);
  const hold = decideWithdrawal(person.id, funds, amount);
  if ("refused" in hold || amount === 0n) throw new Error(`no balance to withdraw for ${person.email}`);
  const destination = planDestination(draw, person);
  const isPaid = draw.happens(88);
  const status = event.isWaiting ? (draw.happens(15) ? "processing" : "pending") : isPaid ? "completed" : "rejected";
  const settledAt = event.isWaiting ? event.at : pickSettlementTime(draw, event, 5 * HOUR_MS);
  const isHidden = !event.isWaiting && draw.happens(1);
  const id = draw.uuid();
  account.withdrawals.push({
    ...destination,
    id,
    userId: person.id,
    amount: formatCents(amount),
    fromDeposit: formatCents(hold.split.fromDeposit),
    fromProfit: formatCents(hold.split.fromProfit),
    transactionHash:
      status === "completed" && destination.withdrawalType === "crypto"
        ? makeTransactionHash(draw, destination.network)
        : null,
    notes: status === "rejected" ? draw.pick(rejectionNotes) : null,
    status,
    settledBy: event.isWaiting ? null : adminId,
    settledAt: event.isWaiting ? null : new Date(settledAt),
    hiddenAt: isHidden ? new Date(settledAt + 1_000) : null,
    hiddenBy: isHidden ? adminId : null,
    replaces: null,
    createdAt: new Date(event.at),
    updatedAt: new Date(settledAt),
    version: event.isWaiting ? "1" : "2",
  });
  const request = { operationId: draw.uuid(), kind: "withdrawal-hold", actorId: person.id, at: event.at };
  post(account, request, hold.postings);
  const left = cents(funds.depositFunds - amount);
  account.funds = { ...funds, depositFunds: event.isWaiting || isPaid ? left : funds.depositFunds };
  if (event.isWaiting) return settledAt;
  const kind = isPaid ? "withdrawal-paid" : "withdrawal-returned";
  const postings = isPaid
    ? buildPayoutPostings(person.id, destination.withdrawalType, hold.split)
    : buildReleasePostings(person.id, hold.split);
  post(account, { operationId: draw.uuid(), kind, actorId: adminId, at: settledAt }, postings);
  account.audit.push(buildAuditEvent(adminId, "withdrawal.settle", "withdrawal", id, { status }, settledAt));
  return settledAt;
}

const rejectionNotes = [
  "The account is in another person's name",
  "Please use your own address",
  "This request was made twice",
  "The number is not registered with M-Pesa",
] as const;

/** Allocates part of the balance to one to three bots of the investor's package. */
function addPositions({ draw, now, bots }: World, account: Account, settledAt: number): void {
  const { current } = findPackageTier(account.deposited);
  const { userSharePct } = current;
  if (userSharePct === null) return;
  const open = bots.slice(0, current.maxBots);
  const chosen = draw.shuffled(open).slice(0, draw.integer(1, 3));
  const at = Math.min(now, settledAt + draw.aroundMean(DAY_MS / 2));
  for (const { id: botId, nav } of chosen) {
    const amount = cents(account.funds.depositFunds / BigInt(draw.integer(2, 5)));
    if (amount < 5_000n) return;
    const bot = { id: botId, nav, marks: marksWithoutTrade(nav) };
    const { person, funds } = account;
    const decision = decideAllocation({
      ...{ userId: person.id, funds, bot, former: null, userSharePct, shareAbove: "nothing", amount },
    });
    if ("refused" in decision) return;
    const operationId = draw.uuid();
    post(account, { operationId, kind: "allocation", actorId: person.id, at }, decision.postings);
    for (const { unitsDelta, mark } of decision.changes) {
      account.positions.push({
        operationId,
        userId: person.id,
        botId,
        units: formatUnits(units(unitsDelta)),
        ownDeposit: formatCents(amount),
        userSharePct,
        mark: formatNav(mark),
        activatedAt: new Date(at),
      });
    }
    account.funds = { ...funds, depositFunds: cents(funds.depositFunds - amount) };
  }
}

function post(
  account: Account,
  transaction: { operationId: string; kind: string; actorId: string; at: number },
  postings: readonly Posting[],
): void {
  const { operationId, kind, actorId, at } = transaction;
  account.transactions.push({
    operationId,
    kind,
    actorId,
    postedAt: new Date(at),
    entries: postings.map(({ account: code, amount }) => ({ code, amount: formatCents(amount) })),
  });
}

function buildAuditEvent(
  actorId: string,
  action: string,
  subjectType: string,
  subjectId: string,
  after: object,
  at: number,
): PlannedAuditEvent {
  return {
    actorId,
    action,
    subjectType,
    subjectId,
    before: { status: "pending" },
    after,
    address: "198.51.100.7",
    happenedAt: new Date(at),
  };
}
