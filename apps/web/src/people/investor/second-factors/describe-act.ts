import { formatAmount, type Person, type ProvedAct } from "@wazi/contracts";
import { type AskedCall, fillPath, formatQuery } from "../../../lib/api-client.ts";
import { queryClient } from "../../../lib/query-client.ts";
import * as texts from "../../../messages/second-factors.ts";

/** One call as it is sent. */
export interface AskedAct extends ProvedAct {
  /** The method and the path without ids, such as `POST /api/admin/users/:id/kyc`. */
  call: string;
  /** The `:id` of the path. */
  id: string | undefined;
}

export function toAct([{ method, path }, { params, query, body }]: AskedCall): AskedAct {
  const filled = params as Record<string, string> | undefined;
  return {
    call: `${method} ${path}`,
    id: filled?.["id"],
    method: method === "DELETE" ? method : "POST",
    path: fillPath(path, filled) + formatQuery(query),
    body,
  };
}

/** The password that was typed for a call: it need not be typed again to prove the act. Empty without one. */
export function findTypedPassword(body: unknown): string {
  const { password, currentPassword } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const typed = password ?? currentPassword;
  return typeof typed === "string" ? typed : "";
}

/** A field of the body as text; empty without one. */
type Read = (field: string) => string;

const toYes = (isSo: boolean): string => (isSo ? "yes" : "no");

const readAmount = (read: Read, field: string): string => formatAmount(read(field));

const DESTINATION = ["currency", "network", "bankName", "accountName", "destinationAddress", "phoneNumber", "country"];

const readDestination = (read: Read): string =>
  DESTINATION.map(read)
    .filter((part) => part !== "")
    .join(", ");

const figures = [
  ["balance", texts.actAdjustBalance],
  ["totalInvested", texts.actAdjustInvested],
  ["totalProfit", texts.actAdjustProfit],
] as const;

/** A figure can be negative: -$5.00. */
const readDollars = (read: Read, field: string): string =>
  readAmount(read, field).replace(/^(-?)/, (sign) => `${sign}$`);

const describeAdjustment = (read: Read): string => {
  const changed = figures.filter(([field]) => read(field) !== "");
  return [texts.actAdjust, ...changed.map(([field, say]) => say({ amount: readDollars(read, field) }))].join(" ");
};

const approveDeposit = (read: Read): string =>
  read("receivedAmount") === ""
    ? texts.actDeposit({ isCredited: toYes(read("status") === "completed") })
    : texts.actDepositReceived({ amount: readAmount(read, "receivedAmount") });

/** In words, by its call. A test compares the list with the contract. */
const descriptions: Readonly<Record<string, string | ((read: Read) => string)>> = {
  "POST /api/user/withdrawals": (read) =>
    texts.actWithdraw({ amount: readAmount(read, "amount"), destination: readDestination(read) }),
  "POST /api/user/withdrawals/:id/replace": (read) =>
    texts.actReplaceWithdrawal({ amount: readAmount(read, "amount") }),
  "POST /api/user/payout-addresses": (read) => texts.actPayoutAddress({ destination: readDestination(read) }),
  "POST /api/user/email": (read) => texts.actEmail({ email: read("newEmail") }),
  "POST /api/user/freeze/end": texts.actEndFreeze,
  "POST /api/user/password": texts.actPassword,
  "POST /api/user/profile": (read) =>
    texts.actProfile({ name: `${read("firstName")} ${read("lastName")}`, phone: read("phone") }),
  "POST /api/user/delete": texts.actDeleteAccount,
  "POST /api/user/second-factors/authenticator": texts.actStartAuthenticator,
  "POST /api/user/second-factors/authenticator/remove": texts.actRemoveAuthenticator,
  "POST /api/user/second-factors/recovery-codes": texts.actRecoveryCodes,
  "POST /api/user/second-factors/passkeys/options": texts.actStartPasskey,
  "POST /api/user/second-factors/passkeys/:id/remove": texts.actRemovePasskey,
  "POST /api/user/sessions/:id/end": texts.actEndSession,
  "POST /api/user/sessions/end-others": texts.actEndSessions,
  "POST /api/admin/adjustments/:id/approve": texts.actApproveAdjustment,
  "POST /api/admin/adjustments/:id/reject": texts.actRejectAdjustment,
  "POST /api/admin/administrators": (read) => texts.actAppoint({ email: read("email"), role: read("role") }),
  "POST /api/admin/administrators/:id/role": (read) => texts.actChangeRole({ role: read("role") }),
  "POST /api/admin/administrators/:id/revoke": texts.actRevoke,
  "POST /api/admin/administrators/:id/reset-password": texts.actResetPassword,
  "POST /api/admin/appointments/:id/confirm": texts.actConfirmAppointment,
  "POST /api/admin/appointments/:id/decline": texts.actDeclineAppointment,
  "POST /api/admin/bots/:id/resume": texts.actResumeBot,
  "POST /api/admin/chain-batches/:batch/accept-fee": texts.actAcceptFee,
  "POST /api/admin/chain-batches/:batch/import": texts.actSignedFile,
  "POST /api/admin/chain-transfers/:transfer/raise-fee": texts.actRaiseFee,
  "POST /api/admin/deposit-payments/:id/decide": (read) =>
    texts.actPayment({ isCredited: toYes(read("decision") === "credit") }),
  "POST /api/admin/mpesa-reports/:report/decide": (read) =>
    texts.actReport({ isCredited: toYes(read("accountNumber") !== ""), account: read("accountNumber") }),
  "POST /api/admin/deposits/:id/approve": approveDeposit,
  "POST /api/admin/deposits/:id/late-credit": (read) => texts.actLateCredit({ amount: readAmount(read, "amount") }),
  "POST /api/admin/local-rate-proposals/:proposal/decide": (read) =>
    texts.actLocalRateDecision({ decision: read("decision") }),
  "POST /api/admin/local-rates": (read) => texts.actLocalRate({ currency: read("currency"), rate: read("rate") }),
  "POST /api/admin/payout-rails/:rail/resume": texts.actResumeRail,
  "POST /api/admin/payout-reviews/:review/decide": (read) => texts.actPayoutReview({ decision: read("decision") }),
  "POST /api/admin/payouts/:id/resolve": (read) => texts.actPayout({ isPaid: toYes(read("outcome") === "paid") }),
  "POST /api/admin/rate-holds/:hold/decide": (read) =>
    texts.actRateHold({ amount: read("amount"), rate: read("rate") }),
  "POST /api/admin/rail-statements/charges": texts.actProposeCharges,
  "POST /api/admin/rail-statements/charges/:id/decide": (read) =>
    texts.actCharges({ isBooked: toYes(read("decision") === "book") }),
  "POST /api/admin/rail-statements/decisions": texts.actDifference,
  "POST /api/admin/rail-statements/decisions/:id/approve": texts.actApproveDifference,
  "POST /api/admin/settings": (read) =>
    texts.actSettings({ address: read("gasFeeAddress"), fee: read("gasFeeAmount") }),
  "DELETE /api/admin/users/:id": texts.actDeleteUser,
  "POST /api/admin/users/:id/activate": texts.actActivate,
  "POST /api/admin/users/:id/balance": describeAdjustment,
  "POST /api/admin/users/:id/deactivate": texts.actDeactivate,
  "POST /api/admin/users/:id/kyc": (read) => texts.actKyc({ status: read("kycStatus") }),
  "POST /api/admin/users/:id/second-factors/remove": texts.actRemoveFactors,
  "POST /api/admin/users/:id/unfreeze": texts.actUnfreeze,
  "POST /api/admin/verifications/:id/review": (read) =>
    texts.actReview({ isApproved: toYes(read("status") === "approved") }),
  "DELETE /api/admin/withdrawals/:id": texts.actDeleteWithdrawal,
  "POST /api/admin/withdrawals/:id/approve": (read) =>
    texts.actSettleWithdrawal({ isPaid: toYes(read("status") === "completed") }),
  "POST /api/admin/withdrawals/:id/confirm": (read) =>
    texts.actConfirmWithdrawal({ amount: readAmount(read, "amount"), destination: read("destination") }),
  "POST /api/admin/withdrawals/:id/release": texts.actRelease,
};

/** An act in words, and whom or what it is about where a page has read that. */
export function describeAct({ call, path, body, id }: AskedAct): { text: string; subject: string | undefined } {
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>;
  const read: Read = (field) => {
    const value = fields[field];
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
  const found = descriptions[call] ?? texts.actOther({ path });
  return {
    text: typeof found === "string" ? found : found(read),
    subject: id && findSubject(id, IN_DOLLARS.test(call)),
  };
}

interface Row extends Partial<Person> {
  id?: unknown;
  user?: Partial<Person>;
  name?: string;
  amount?: string;
}

/** How deep rows lie in an answer: an answer, its list, a row. */
const ROW_DEPTH = 3;

/** Calls about rows whose amount is in US dollars. */
const IN_DOLLARS = /\/admin\/(deposits|withdrawals)\//;

function findSubject(id: string, hasAmount: boolean): string | undefined {
  for (const { state } of queryClient.getQueryCache().getAll()) {
    const row = findRow(state.data, id, ROW_DEPTH);
    if (row === undefined) continue;
    const { firstName = "", lastName = "", email } = row.user ?? row;
    const person = [`${firstName} ${lastName}`.trim(), email];
    const parts = [row.name, ...person, hasAmount ? `$${formatAmount(row.amount)}` : ""];
    return parts.filter((part) => part !== undefined && part !== "").join(" · ");
  }
  return undefined;
}

function findRow(data: unknown, id: string, depth: number): Row | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  if ((data as Row).id === id) return data;
  if (depth === 0) return undefined;
  for (const inner of Object.values(data)) {
    const row = findRow(inner, id, depth - 1);
    if (row !== undefined) return row;
  }
  return undefined;
}
