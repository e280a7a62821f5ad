import { formatAmount } from "@wazi/contracts";
import { cents, formatCents, negate, parseCents, type Cents } from "@wazi/domain";
import type { StatementRow } from "./store.ts";

const money = (amount: Cents): string => `$${formatAmount(formatCents(amount < 0n ? negate(amount) : amount))}`;

/** What a line of the statement says happened, in a sentence for its owner. */
export function lineTextOf(row: StatementRow, ownerId: string): string {
  const changed = (account: keyof NonNullable<StatementRow["amounts"]>): Cents =>
    parseCents(row.amounts?.[account] ?? "0");
  const bots = listed((row.parts ?? []).map(({ botName }) => botName));
  const balance = cents(changed("deposit_funds") + changed("profit_funds"));
  switch (row.kind) {
    case "deposit":
      return `${row.isLate ? "Late deposit" : "Deposit"} of ${money(balance)} received${meansOf(row)}.`;
    case "allocation":
      return `${money(balance)} put into ${bots}.`;
    case "deactivation":
      return row.actorId !== null && row.actorId !== ownerId
        ? `${bots} was closed for you by the operator. ${exitOf(row, balance)}`
        : `${bots} closed. ${exitOf(row, balance)}`;
    case "stop-loss":
      return `Your stop-loss closed ${bots}. ${exitOf(row, balance)}`;
    case "take-profit":
      return `Your take-profit closed ${bots}. ${exitOf(row, balance)}`;
    case "winding-up":
      return `${bots} ended a series of its units, and yours were redeemed. ${exitOf(row, balance)}`;
    case "investment-transfer":
      return `Own money taken out of ${bots}. ${exitOf(row, balance)}`;
    case "profit-transfer":
      return `Running profit moved to the balance${bots === "" ? "" : ` from ${bots}`}: ${money(balance)}.`;
    case "withdrawal-hold":
      return `Withdrawal of ${money(changed("withdrawal_hold"))} asked for: set aside until it is paid out.`;
    case "withdrawal-paid":
      return `Withdrawal of ${money(changed("withdrawal_hold"))} paid out.`;
    case "withdrawal-returned":
      return `Withdrawal of ${money(changed("withdrawal_hold"))} not paid out: back in the balance.`;
    case "adjustment":
      return `Adjustment by the operator, not earned by trading: ${row.reason ?? "no reason was given"}.`.replace(
        /([.!?])\.$/,
        "$1",
      );
  }
}

function meansOf({ currency, network }: StatementRow): string {
  return currency === null ? "" : ` by ${currency}${network === null || network === currency ? "" : ` (${network})`}`;
}

/** What an exit came to: what arrived, the gain or loss on own money, and the platform's part of a gain. */
function exitOf({ parts }: StatementRow, arrived: Cents): string {
  let [value, own, share] = [0n, 0n, 0n];
  for (const part of parts ?? []) {
    value -= parseCents(part.value);
    own -= parseCents(part.ownDeposit) + parseCents(part.ownProfit);
    share += parseCents(part.profitShare);
  }
  const gain = cents(value - own);
  const result = gain < 0n ? `a loss of ${money(gain)}` : `a gain of ${money(gain)}`;
  const taken = share > 0n ? `, of which ${money(cents(share))} is the platform's share` : "";
  return `${money(arrived)} came back, with ${result}${taken}.`;
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
