import { creditLateDeposit, settleDeposit, type AdminDeposit, type BodyInputOf } from "@wazi/contracts";
import type { ComponentProps } from "react";
import type { Resolver } from "react-hook-form";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import { TextField } from "../../../ui/field.tsx";

/** What every form in the dialog of a deposit is given. */
export interface DepositFormProps {
  deposit: AdminDeposit;
  /** It has ended under the administrator's eyes: what was entered stays to be read, and nothing can be sent. */
  isLocked: boolean;
  cancelLabel: string;
  onCancel: () => void;
  onClose: () => void;
}

export const emptyApproval = { receivedAmount: "", transactionHash: "" };
export type ApprovalBody = BodyInputOf<typeof settleDeposit>;

const checkBody = schemaResolver(settleDeposit.body);

/** What is left empty is not sent: then the amount that was asked for is credited. */
export const approvalResolver: Resolver<typeof emptyApproval, unknown, ApprovalBody> = (values, context, options) => {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ""));
  return checkBody({ status: "completed", ...given }, context, options as never);
};

/**
 * What was received, in US dollars. A field for text: one for numbers gives nothing where letters were typed, and that
 * would pass for left empty.
 */
export function ReceivedAmountField(props: Omit<ComponentProps<typeof TextField>, "type" | "prefix">) {
  return <TextField inputMode="decimal" autoComplete="off" placeholder="0.00" prefix="$" {...props} />;
}

/** Whether it can be credited as it was typed. */
export function isValidAmount(typed: string): boolean {
  return creditLateDeposit.body.shape.amount.safeParse(typed).success;
}
