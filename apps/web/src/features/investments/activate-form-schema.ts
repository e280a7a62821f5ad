import { activateBot, formatAmount, messages, type BodyOf } from "@wazi/contracts";
import type { Resolver } from "react-hook-form";
import * as z from "zod/mini";
import { toCents } from "../../lib/cents.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";

/** What the form holds. The two levels may stay empty. */
export interface ActivateValues {
  botId: string;
  allocatedAmount: string;
  stopLossPct: string;
  takeProfitPct: string;
}

export type ActivateBody = BodyOf<typeof activateBot>;

/** The contract's checks, and that the balance holds so much. A level that is left empty is not sent. */
export function createActivateResolver(balance: string): Resolver<ActivateValues, unknown, ActivateBody> {
  const check = schemaResolver(
    activateBot.body.check(
      z.refine((form) => toCents(form.allocatedAmount) <= toCents(balance), {
        error: `You only have $${formatAmount(balance)} in your balance`,
        path: ["allocatedAmount"],
      }),
    ),
  );
  return (values, context, options) => {
    const { stopLossPct, takeProfitPct, ...given } = values;
    const levels = Object.entries({ stopLossPct, takeProfitPct })
      .map(([field, typed]) => [field, typed.trim()] as const)
      .filter(([, typed]) => typed !== "");
    return check({ ...given, ...Object.fromEntries(levels) }, context, options as never);
  };
}

const titles: Readonly<Record<string, string>> = {
  [messages.invalidAllocation]: "Invalid Amount",
  [messages.invalidStopLoss]: "Invalid Stop-Loss",
  [messages.invalidTakeProfit]: "Invalid Take-Profit",
};

/** The toast's title for what is wrong with the form. */
export function getActivateErrorTitle(message: string | undefined): string {
  return titles[message ?? ""] ?? "Insufficient Funds";
}
