import {
  type BodyInputOf,
  type BodyOf,
  createWithdrawal,
  findNetworkProblem,
  formatAmount,
  messages,
  MIN_WITHDRAWAL_CENTS,
  type SystemSettings,
  type Withdrawal,
  withdrawalDestination,
  withdrawalKinds,
  type WithdrawalType,
  withdrawalTypes,
} from "@wazi/contracts";
import type { FieldErrors, Resolver, UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { toCents } from "../../lib/cents.ts";
import { shownKinds, type KindField, type WithdrawalValues } from "../../content/withdrawal-kinds.ts";

/** The network of each fee coin. */
const networkOfCoin: Readonly<Record<string, string>> = { TRX: "TRC20", ETH: "ERC20", BTC: "BTC", LTC: "LTC" };

/** The fee reserved for this payout if its coin belongs to the payout's network, otherwise null. */
export function getReservedFee(
  { withdrawalType, network }: Pick<Withdrawal, "withdrawalType" | "network">,
  { gasFeeAmount }: Pick<SystemSettings, "gasFeeAmount">,
): string | null {
  const coin = /([A-Z]+)\s*$/.exec(gasFeeAmount.trim())?.[1];
  const isOfNetwork = coin !== undefined && network !== null && networkOfCoin[coin] === network;
  return withdrawalKinds[withdrawalType].hasNetwork && isOfNetwork ? gasFeeAmount : null;
}

export type WithdrawalBody = BodyOf<typeof createWithdrawal>;

export type WithdrawalFormState = UseFormReturn<WithdrawalValues, unknown, WithdrawalBody>;

/** Starts with the investor's own country if payouts go there, else with Kenya. */
export function emptyWithdrawal(ownCountry: string): WithdrawalValues {
  const fields = withdrawalTypes.map((type) => shownKinds[type].empty(ownCountry));
  return Object.assign({ amount: "", withdrawalType: "crypto" }, ...fields) as WithdrawalValues;
}

/** Builds the request's body from the amount and the fields of the chosen type. */
export function toBody(values: WithdrawalValues): BodyInputOf<typeof createWithdrawal> {
  const { amount, withdrawalType } = values;
  return { amount, withdrawalType, ...shownKinds[withdrawalType].toBody(values) };
}

/** Maps a field of the request's body to the form's field. */
export function fieldOf(type: WithdrawalType, bodyField: string): KindField["name"] {
  const field = bodyField as KindField["name"];
  return (shownKinds[type].shownAt as Partial<Record<string, KindField["name"]>>)[field] ?? field;
}

/** The least amount from this balance, in cents: the whole balance if that is less than the minimum. */
function findLeastCents(balanceCents: bigint): bigint {
  return balanceCents > 0n && balanceCents < MIN_WITHDRAWAL_CENTS ? balanceCents : MIN_WITHDRAWAL_CENTS;
}

/** The most that can be requested now: the balance, or what is left of the daily limit if that is less. */
export function findMostAmount(balance: string, leftOfLimit: string | undefined): string {
  return leftOfLimit !== undefined && toCents(leftOfLimit) < toCents(balance) ? leftOfLimit : balance;
}

type Problems = Partial<Record<keyof WithdrawalValues, string>>;

/** The problem with the amount, in the server's order; null if it can be requested from this balance. */
function findAmountProblem(body: WithdrawalBody, balance: string): string | null {
  const [cents, balanceCents] = [toCents(body.amount), toCents(balance)];
  if (cents > balanceCents) return messages.overBalance(formatAmount(balance));
  if (cents < findLeastCents(balanceCents)) return messages.withdrawalTooSmall;
  return findNetworkProblem(cents, withdrawalKinds[body.withdrawalType].hasNetwork ? body.network : null);
}

/** The problems of all fields at once, the amount first. Empty if the request can be sent. */
export function findProblems(balance: string, values: WithdrawalValues): Problems {
  const problems: Problems = {};
  const body = toBody(values);
  const checked = z.safeParse(createWithdrawal.body, body);
  for (const { path, message } of checked.error?.issues ?? []) {
    problems[fieldOf(values.withdrawalType, String(path[0]))] ??= message;
  }
  const amountProblem = checked.success ? findAmountProblem(checked.data, balance) : null;
  if (amountProblem !== null) problems.amount = amountProblem;
  for (const { path, message } of z.safeParse(withdrawalDestination, body).error?.issues ?? []) {
    problems[fieldOf(values.withdrawalType, String(path[0]))] ??= message;
  }
  const { explain, fields } = shownKinds[values.withdrawalType];
  for (const { name } of fields) {
    if (problems[name] !== undefined) problems[name] = explain?.(name, values) ?? problems[name];
  }
  return problems;
}

/** Checks the fields of the chosen type, and gives the request's body. */
export function createResolver(balance: string): Resolver<WithdrawalValues, unknown, WithdrawalBody> {
  return (values) => {
    const problems = Object.entries(findProblems(balance, values));
    if (problems.length === 0) return { values: z.parse(createWithdrawal.body, toBody(values)), errors: {} };
    const errors = Object.fromEntries(problems.map(([field, message]) => [field, { type: "custom", message }]));
    return { values: {}, errors: errors as FieldErrors<WithdrawalValues> };
  };
}
