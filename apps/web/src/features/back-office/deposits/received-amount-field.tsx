import { creditLateDeposit } from "@wazi/contracts";
import type { ComponentProps } from "react";
import { TextField } from "../../../ui/field.tsx";

/**
 * What was received, in US dollars. A field for text: one for numbers gives nothing where letters were typed, and that
 * would pass for left empty.
 */
export function ReceivedAmountField(props: Omit<ComponentProps<typeof TextField>, "type" | "prefix">) {
  return <TextField inputMode="decimal" autoComplete="off" placeholder="0.00" prefix="$" {...props} />;
}

/** Whether it can be credited as it was typed. */
export function isReceivable(typed: string): boolean {
  return creditLateDeposit.body.shape.amount.safeParse(typed).success;
}
