import { settleWithdrawal, type AdminWithdrawal, type BodyInputOf } from "@wazi/contracts";
import type { Resolver } from "react-hook-form";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import type { DecisionFrame } from "../../../office/decisions/decision-form.tsx";
import type { FinalWithdrawalStatus } from "./api.ts";

/** The props of all forms in the dialog of a withdrawal. */
export interface WithdrawalFormProps extends DecisionFrame {
  withdrawal: AdminWithdrawal;
  isLocked: boolean;
}

export const emptySettlement = { transactionHash: "", notes: "", fee: "", acceptsName: "" };
export type SettlementBody = BodyInputOf<typeof settleWithdrawal>;

const checkBody = schemaResolver(settleWithdrawal.body);

/** Empty fields are not sent. `expected` holds the amount and destination that the administrator sees. */
export function settlementResolver(
  end: FinalWithdrawalStatus,
  { amount, destination }: AdminWithdrawal,
): Resolver<typeof emptySettlement, unknown, SettlementBody> {
  return (values, context, options) => {
    const { acceptsName, ...fields } = values;
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ""));
    const accepted = acceptsName.trim().toLowerCase() === "accept" ? { acceptsName: true } : {};
    const body: SettlementBody = { status: end, ...given, ...accepted, expected: { amount, destination } };
    return checkBody(body, context, options as never);
  };
}
