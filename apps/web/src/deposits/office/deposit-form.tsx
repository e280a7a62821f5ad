import { creditLateDeposit, settleDeposit, type AdminDeposit, type BodyInputOf } from "@wazi/contracts";
import type { ComponentProps } from "react";
import type { Resolver } from "react-hook-form";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import type { DecisionFrame } from "../../office/decisions/decision-form.tsx";
import { TextField } from "../../ui/field.tsx";

/** The props of all forms in the dialog of a deposit. */
export interface DepositFormProps extends DecisionFrame {
  deposit: AdminDeposit;
  isLocked: boolean;
}

export const emptyApproval = { receivedAmount: "", transactionHash: "", reason: "" };
export type ApprovalBody = BodyInputOf<typeof settleDeposit>;

const checkBody = schemaResolver(settleDeposit.body);

/** Empty fields are not sent. Without an amount, the requested amount is credited. */
export const approvalResolver: Resolver<typeof emptyApproval, unknown, ApprovalBody> = (values, context, options) => {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ""));
  return checkBody({ status: "completed", ...given }, context, options as never);
};

/**
 * The received amount in US dollars. A text field, because a number field reports letters as an empty value, which
 * would
 * credit the requested amount.
 */
export function ReceivedAmountField(props: Omit<ComponentProps<typeof TextField>, "type" | "prefix">) {
  return <TextField inputMode="decimal" autoComplete="off" placeholder="0.00" prefix="$" {...props} />;
}

/** True if the input can be credited. */
export function isValidAmount(typed: string): boolean {
  return creditLateDeposit.body.shape.amount.safeParse(typed).success;
}
