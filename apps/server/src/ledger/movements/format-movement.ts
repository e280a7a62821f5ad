import { formatAmount } from "@wazi/contracts";
import { add, cents, formatCents, negate, parseCents, type Cents } from "@wazi/domain";
import { computeChanges, type Movement } from "./movement.ts";
import * as texts from "../../messages/ledger.ts";

/** The reader of the text: the owner of the money, or an administrator. */
export type Reader = "owner" | "administrator";

const money = (amount: Cents): string => `$${formatAmount(formatCents(amount < 0n ? negate(amount) : amount))}`;

/** Describes a movement of an investor's money in a sentence or two. */
export function formatMovement(movement: Movement, ownerId: string, reader: Reader): string {
  const changed = computeChanges(movement);
  const bots = listed((movement.parts ?? []).map(({ botName }) => botName));
  const balance = cents(changed.deposit_funds + changed.profit_funds);
  const held = changed.withdrawal_hold;
  const isOther = movement.actorId !== null && movement.actorId !== ownerId;
  switch (movement.kind) {
    case "deposit":
      return describeDeposit(movement, balance);
    case "allocation":
      return texts.movementAllocation({ amount: money(balance), bots });
    case "deactivation":
      return isOther
        ? texts.movementClosedByOther({ bots, reader, exit: exitOf(movement, balance) })
        : texts.movementClosed({ bots, exit: exitOf(movement, balance) });
    case "stop-loss":
      return texts.movementStopLoss({ reader, bots, exit: exitOf(movement, balance) });
    case "take-profit":
      return texts.movementTakeProfit({ reader, bots, exit: exitOf(movement, balance) });
    case "winding-up":
      return texts.movementWindingUp({ bots, reader, exit: exitOf(movement, balance) });
    case "investment-transfer":
      return texts.movementInvestmentTransfer({ bots, exit: exitOf(movement, balance) });
    case "profit-transfer":
      return describeProfitTransfer(movement, balance, bots);
    case "balance-interest":
      return texts.movementBalanceInterest({ reader, amount: money(balance) });
    case "withdrawal-hold":
      return texts.movementWithdrawalHold({ amount: money(held) });
    case "withdrawal-paid":
      return texts.movementWithdrawalPaid({ amount: money(held) });
    case "withdrawal-returned":
      return texts.movementWithdrawalReturned({ amount: money(held) });
    case "withdrawal-reversed":
      return texts.movementWithdrawalReversed({ amount: money(balance) });
    case "adjustment":
      return describeAdjustment(movement, reader);
  }
}

function describeProfitTransfer({ parts }: Movement, balance: Cents, bots: string): string {
  const [interest, bills] = [sumInterest(parts), sumBelowBills(parts)];
  return texts.movementProfitTransfer({
    hasBots: bots === "" ? "no" : "yes",
    bots,
    amount: money(balance),
    ...describeInterest(interest),
    hasBills: bills === 0n ? "no" : interest > 0n ? "and" : "yes",
    bills: money(bills),
  });
}

function describeDeposit({ isLate, currency, network }: Movement, balance: Cents): string {
  const isCurrencyAlone = network === null || network === currency;
  return texts.movementDeposit({
    isLate: isLate ? "yes" : "no",
    amount: money(balance),
    means: currency === null ? "unknown" : isCurrencyAlone ? "currency" : "network",
    currency: currency ?? "",
    network: network ?? "",
  });
}

/** A reason may end with a full stop. */
function describeAdjustment({ reason }: Movement, reader: Reader): string {
  const text = texts.movementAdjustment({ reader, hasReason: reason === null ? "no" : "yes", reason: reason ?? "" });
  return text.replace(/([.!?])\.$/, "$1");
}

/** Describes the result of an exit: the amount returned, the gain or loss on own money, interest, and the platform's share. */
function exitOf({ parts }: Movement, arrived: Cents): string {
  let [value, own, share] = [0n, 0n, 0n];
  const [interest, bills] = [sumInterest(parts), sumBelowBills(parts)];
  for (const part of parts ?? []) {
    value -= parseCents(part.value);
    own -= parseCents(part.ownDeposit) + parseCents(part.ownProfit);
    share += parseCents(part.profitShare);
  }
  const gain = cents(value - own - interest);
  return texts.movementExit({
    amount: money(arrived),
    ...describeInterest(interest),
    result: gain < 0n ? "loss" : "gain",
    gain: money(gain),
    hasBills: bills > 0n ? "yes" : "no",
    bills: money(bills),
    hasShare: share === 0n ? "no" : bills > 0n ? "and" : "yes",
    share: money(cents(share)),
  });
}

const sumInterest = (parts: Movement["parts"]): Cents =>
  add(...(parts ?? []).map(({ interest }) => parseCents(interest)));

function describeInterest(interest: Cents) {
  return { hasInterest: interest > 0n ? ("yes" as const) : ("no" as const), interest: money(interest) };
}

const sumBelowBills = (parts: Movement["parts"]): Cents =>
  add(...(parts ?? []).map(({ belowBills }) => parseCents(belowBills)));

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : texts.nameList({ names: names.slice(0, -1).join(", "), last });
}
