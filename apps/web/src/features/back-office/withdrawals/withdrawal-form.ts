import { settleWithdrawal, type AdminWithdrawal, type BodyInputOf } from "@wazi/contracts";
import type { Resolver } from "react-hook-form";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import type { FinalWithdrawalStatus } from "./api.ts";

/** What every form in the dialog of a withdrawal is given. */
export interface WithdrawalFormProps {
  withdrawal: AdminWithdrawal;
  /** It has ended under the administrator's eyes: what was entered stays to be read, and nothing can be sent. */
  isLocked: boolean;
  cancelLabel: string;
  onCancel: () => void;
  onClose: () => void;
}

export const emptySettlement = { transactionHash: "", notes: "" };
export type SettlementBody = BodyInputOf<typeof settleWithdrawal>;

const checkBody = schemaResolver(settleWithdrawal.body);

/** What is left empty is not sent; what the administrator has before their eyes is. */
export function settlementResolver(
  end: FinalWithdrawalStatus,
  { amount, destination }: AdminWithdrawal,
): Resolver<typeof emptySettlement, unknown, SettlementBody> {
  return (values, context, options) => {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ""));
    const body: SettlementBody = { status: end, ...given, expected: { amount, destination } };
    return checkBody(body, context, options as never);
  };
}
