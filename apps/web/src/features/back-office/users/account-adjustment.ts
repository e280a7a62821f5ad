import { adjustAccount, type AccountFigures, type BodyInputOf } from "@wazi/contracts";
import type { Resolver } from "react-hook-form";
import { schemaResolver } from "../../../lib/schema-resolver.ts";

export const figureNames = ["balance", "totalInvested", "totalProfit"] as const;
export type FigureName = (typeof figureNames)[number];
export type AdjustmentForm = Record<FigureName | "reason", string>;
export type AdjustmentBody = BodyInputOf<typeof adjustAccount>;

export const reasonMissing = "Please provide a reason";
export const nothingChanged = "Change at least one of the three figures";

/** What was changed alone, and for each what it was when the form was opened: should it have moved since, it is refused. */
export function toAdjustment(values: AdjustmentForm, account: Pick<AccountFigures, FigureName>): AdjustmentBody {
  const changed = figureNames.filter((name) => values[name].trim() !== account[name]);
  const pick = (from: Record<FigureName, string>) =>
    Object.fromEntries(changed.map((name) => [name, from[name].trim()]));
  return { ...pick(values), reason: values.reason.trim(), expected: pick(account) };
}

const checkBody = schemaResolver(adjustAccount.body);

/** Checks what would be sent, and that there is something to send and a reason for it. */
export function adjustmentResolver(
  account: Pick<AccountFigures, FigureName>,
): Resolver<AdjustmentForm, unknown, AdjustmentBody> {
  return async (values, context, options) => {
    const body = toAdjustment(values, account);
    const problem = (field: keyof AdjustmentForm, message: string) => ({
      values: {},
      errors: { [field]: { type: "custom", message } },
    });
    if (Object.keys(body.expected ?? {}).length === 0) return problem("balance", nothingChanged);
    const { errors } = await checkBody(body, context, options as never);
    if (Object.keys(errors).length > 0) return { values: {}, errors };
    return body.reason === "" ? problem("reason", reasonMissing) : { values: body, errors: {} };
  };
}
