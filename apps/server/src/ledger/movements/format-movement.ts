import { formatAmount } from "@wazi/contracts";
import { cents, formatCents, negate, parseCents, type Cents } from "@wazi/domain";
import { computeChanges, type Movement } from "./movement.ts";

/** The reader of the text: the owner of the money, or an administrator. */
export type Reader = "owner" | "administrator";

const money = (amount: Cents): string => `$${formatAmount(formatCents(amount < 0n ? negate(amount) : amount))}`;

/** The parts of the text that depend on the reader. */
const words: Readonly<
  Record<Reader, { closed: string; stopLoss: string; takeProfit: string; units: string; adjuster: string }>
> = {
  owner: {
    closed: "was closed for you by the operator",
    stopLoss: "Your stop-loss",
    takeProfit: "Your take-profit",
    units: "Your units were redeemed",
    adjuster: "the operator",
  },
  administrator: {
    closed: "was closed by an administrator",
    stopLoss: "The user's stop-loss",
    takeProfit: "The user's take-profit",
    units: "The user's units were redeemed",
    adjuster: "an administrator",
  },
};

/** Describes a movement of an investor's money in a sentence or two. */
export function formatMovement(movement: Movement, ownerId: string, reader: Reader): string {
  const changed = computeChanges(movement);
  const bots = listed((movement.parts ?? []).map(({ botName }) => botName));
  const balance = cents(changed.deposit_funds + changed.profit_funds);
  const held = changed.withdrawal_hold;
  const { closed, stopLoss, takeProfit, units, adjuster } = words[reader];
  switch (movement.kind) {
    case "deposit":
      return `${movement.isLate ? "Late deposit" : "Deposit"} of ${money(balance)} received${meansOf(movement)}.`;
    case "allocation":
      return `${money(balance)} invested in ${bots}.`;
    case "deactivation":
      return movement.actorId !== null && movement.actorId !== ownerId
        ? `${bots} ${closed}. ${exitOf(movement, balance)}`
        : `${bots} closed. ${exitOf(movement, balance)}`;
    case "stop-loss":
      return `${stopLoss} closed ${bots}. ${exitOf(movement, balance)}`;
    case "take-profit":
      return `${takeProfit} closed ${bots}. ${exitOf(movement, balance)}`;
    case "winding-up":
      return `${bots} ended a series of units. ${units}. ${exitOf(movement, balance)}`;
    case "investment-transfer":
      return `Own money moved to the balance from ${bots}. ${exitOf(movement, balance)}`;
    case "profit-transfer":
      return `Running profit moved to the balance${bots === "" ? "" : ` from ${bots}`}: ${money(balance)}.`;
    case "withdrawal-hold":
      return `Withdrawal of ${money(held)} requested. The amount is on hold until it is paid out.`;
    case "withdrawal-paid":
      return `Withdrawal of ${money(held)} paid out.`;
    case "withdrawal-returned":
      return `Withdrawal of ${money(held)} not paid out. The amount was returned to the balance.`;
    case "withdrawal-reversed":
      return `Withdrawal of ${money(balance)} came back after it was paid out. The amount was returned to the balance.`;
    case "adjustment":
      return `Adjustment by ${adjuster}, not earned by trading: ${movement.reason ?? "no reason was given"}.`.replace(
        /([.!?])\.$/,
        "$1",
      );
  }
}

function meansOf({ currency, network }: Movement): string {
  return currency === null ? "" : ` by ${currency}${network === null || network === currency ? "" : ` (${network})`}`;
}

/** Describes the result of an exit: the amount returned, the gain or loss on own money, and the platform's share. */
function exitOf({ parts }: Movement, arrived: Cents): string {
  let [value, own, share] = [0n, 0n, 0n];
  for (const part of parts ?? []) {
    value -= parseCents(part.value);
    own -= parseCents(part.ownDeposit) + parseCents(part.ownProfit);
    share += parseCents(part.profitShare);
  }
  const gain = cents(value - own);
  const result = gain < 0n ? `a loss of ${money(gain)}` : `a gain of ${money(gain)}`;
  const taken = share > 0n ? `, of which ${money(cents(share))} is the platform's share` : "";
  return `${money(arrived)} returned to the balance, with ${result}${taken}.`;
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
