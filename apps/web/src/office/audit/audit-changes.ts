import type { AuditEvent } from "@wazi/contracts";
import * as texts from "../../messages/admin-audit.ts";

/** One field before and after; undefined on a side that was not recorded. */
export interface AuditChange {
  name: string;
  before: string | undefined;
  after: string | undefined;
  isMoney: boolean;
  isChanged: boolean;
}

const fieldNames: Readonly<Record<string, string>> = {
  isActive: texts.fieldIsActive,
  kycStatus: texts.fieldKycStatus,
  isAdmin: texts.fieldIsAdmin,
  gasFeeAddress: texts.fieldGasFeeAddress,
  gasFeeAmount: texts.fieldGasFeeAmount,
  lateFor: texts.fieldLateFor,
};

const moneyFields = new Set([
  "amount",
  "receivedAmount",
  "balance",
  "depositFunds",
  "profitFunds",
  "totalDeposits",
  "totalInvested",
  "totalProfit",
  "adjustmentProfit",
  "withdrawalHold",
]);

/** `rejectionReason` to "Rejection reason". */
function toFieldLabel(field: string): string {
  const words = field.replace(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return fieldNames[field] ?? words.charAt(0).toUpperCase() + words.slice(1).replaceAll("_", " ");
}

function formatValue(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === null) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? value : JSON.stringify(value);
}

const isAmount = (text: string | undefined): boolean => text === undefined || /^-?\d+\.\d{2}$/.test(text);

/** All fields, changed ones first. */
export function listAuditChanges({ before, after }: Pick<AuditEvent, "before" | "after">): AuditChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changes = fields.map((field): AuditChange => {
    const [was, is] = [formatValue(before?.[field]), formatValue(after?.[field])];
    const isMoney = moneyFields.has(field) && isAmount(was) && isAmount(is);
    return { name: toFieldLabel(field), before: was, after: is, isMoney, isChanged: was !== is };
  });
  return [...changes.filter(({ isChanged }) => isChanged), ...changes.filter(({ isChanged }) => !isChanged)];
}
