import { formatAmount, type ExitPending, type UserBot, type WaitingTransfer } from "@wazi/contracts";
import { sumCents, toCents } from "../../lib/cents.ts";
import * as texts from "../../messages/investments.ts";

const kindNames: Readonly<Record<ExitPending["kind"], string>> = {
  deactivation: texts.deactivation,
  "investment-transfer": texts.investmentTransfer,
  "profit-transfer": texts.profitTransfer,
};

/** "Deactivation, the whole position" or "Profit transfer, $10.00". */
export function formatWaitingExit({ kind, amount }: Pick<ExitPending, "kind" | "amount">): string {
  return `${kindNames[kind]}, ${amount === null ? texts.exitWholePosition : `$${formatAmount(amount)}`}`;
}

/** "Alpha", "Alpha and Whale", "Alpha, Titan and Whale". */
export function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : texts.botNamesLast({ names: names.slice(0, -1).join(", "), last });
}

/** Shown when an exit was accepted and cannot settle yet. */
export function formatExitWaiting(botNames: readonly string[]): string {
  return texts.exitWaits({ joinNames: joinNames(botNames) });
}

/** Shown after a transfer that settled only in part: the amount received and the bots whose part has to wait. */
export function formatTransferWaiting(
  { exit, waiting }: Pick<WaitingTransfer, "exit" | "waiting">,
  positions: readonly Pick<UserBot, "botId" | "name">[],
): string {
  const names = waiting.map(({ botId }) => positions.find((position) => position.botId === botId)?.name ?? texts.aBot);
  const arrived = sumCents([exit.returned, exit.profitToUser]);
  const settled = toCents(arrived) > 0n ? `${texts.transferArrived({ arrived: formatAmount(arrived) })} ` : "";
  return settled + formatExitWaiting(names);
}
