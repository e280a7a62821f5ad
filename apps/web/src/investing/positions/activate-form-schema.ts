import { activateBot, formatAmount, messages, type BodyOf } from "@wazi/contracts";
import type { Resolver } from "react-hook-form";
import * as z from "zod/mini";
import { toCents } from "../../lib/cents.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import * as texts from "../../messages/investments.ts";

/** The values of the form. Both levels are optional. */
export interface ActivateValues {
  botId: string;
  allocatedAmount: string;
  stopLossPct: string;
  takeProfitPct: string;
}

export type ActivateBody = BodyOf<typeof activateBot>;

/** The plans of the landing page say so. */
const MIN_ALLOCATION_CENTS = 10_000n;
const MINIMUM_ALLOCATION = texts.activateMinimum;

/** Adds the check against the balance to the contract's checks. Empty levels are not sent. */
export function createActivateResolver(balance: string): Resolver<ActivateValues, unknown, ActivateBody> {
  const check = schemaResolver(
    activateBot.body.check(
      z.refine((form) => toCents(form.allocatedAmount) <= toCents(balance), {
        error: texts.balanceTooSmall({ balance: formatAmount(balance) }),
        path: ["allocatedAmount"],
      }),
      z.refine((form) => toCents(form.allocatedAmount) >= MIN_ALLOCATION_CENTS, {
        error: MINIMUM_ALLOCATION,
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
  [messages.invalidAllocation]: texts.invalidAmount,
  [MINIMUM_ALLOCATION]: texts.invalidAmount,
  [messages.invalidStopLoss]: texts.stopLossInvalidTitle,
  [messages.invalidTakeProfit]: texts.takeProfitInvalidTitle,
};

export function getActivateErrorTitle(message: string | undefined): string {
  return titles[message ?? ""] ?? texts.insufficientFunds;
}
