import type { Queryable } from "../../platform/db/pool.ts";
import { judgeSeen } from "../chains/judge-seen.ts";
import { creditPayment } from "../chains/credit-payment.ts";
import { linkHandCredits } from "../chains/decisions/store.ts";
import { findOwners, listAddressDeposits, eachConfirmed, savePending, setArrivalRate } from "../chains/store.ts";
import type { MpesaDepositDeps } from "./open-mpesa-deposits.ts";
import { readReference } from "./mpesa-reference.ts";
import { claimPush, closeEvent, findPush, listOpenEvents, type StoredEvent, updatePush } from "./store.ts";
import { invertRate } from "./quote-mpesa.ts";
import * as texts from "../../messages/deposits.ts";

const EVENTS_PER_ROUND = 200;
/** A call-back may come before the acknowledgement of its request. After this time it never had one. */
const ACKNOWLEDGED_MS = 5 * 60_000;
const NETWORK = "MPESA";
const STEPS = [] as const;
const LATER = Symbol("later");

/** Handles what M-Pesa reported: each payment is credited once under its receipt, however often and however it was reported. */
export async function handleMpesaEvents(deps: MpesaDepositDeps, signal?: AbortSignal): Promise<void> {
  for (const event of await listOpenEvents(deps.sql, EVENTS_PER_ROUND)) {
    signal?.throwIfAborted();
    const problem = event.kind === "push" ? await handlePush(deps, event) : await handlePayment(deps, event);
    if (problem !== LATER) await closeEvent(deps.sql, event.id, problem);
  }
  const rate = await deps.findRate();
  if (rate) await setArrivalRate(deps.sql, NETWORK, "KES", invertRate(rate.rate));
  for await (const id of eachConfirmed(deps.sql, NETWORK, null)) {
    signal?.throwIfAborted();
    await creditPayment(deps, id);
  }
  await linkHandCredits(deps.sql, NETWORK);
}

/** The problem, in words for an administrator; null without one; LATER when it is not known yet. */
type Problem = string | null | typeof LATER;

async function handlePush(deps: MpesaDepositDeps, event: StoredEvent): Promise<Problem> {
  const push = await findPush(deps.sql, event.checkoutRequestId ?? "");
  if (!push) {
    const isOld = deps.now().getTime() - event.receivedAt.getTime() > ACKNOWLEDGED_MS;
    return isOld && event.transactionId !== null
      ? "A payment for a prompt that is not known here."
      : isOld
        ? null
        : LATER;
  }
  if (event.resultCode !== "0") {
    const reason = pushReasons[event.resultCode ?? ""] ?? `M-Pesa answered with code ${event.resultCode}.`;
    await updatePush(deps.sql, push.depositId, { status: "failed", checkoutRequestId: null, reason });
    return null;
  }
  if (event.transactionId === null || event.amount === null) return "A paid prompt without receipt or amount.";
  if (Number(event.amount) !== Number(push.amount)) {
    return `The prompt asked for KES ${push.amount}, and KES ${Number(event.amount)} was reported.`;
  }
  const first = await claimPush(deps.sql, push.depositId, event.transactionId);
  if (first !== event.transactionId) return texts.promptPaidBefore({ first });
  const problem = await savePayment(deps, event, push.reference, event.transactionId, event.amount);
  if (problem === null)
    await updatePush(deps.sql, push.depositId, { status: "paid", checkoutRequestId: null, reason: null });
  return problem;
}

/** Results of prompts, as Daraja documents them. */
const pushReasons: Readonly<Record<string, string>> = {
  "1": "There was not enough money on the M-Pesa account.",
  "1032": "The prompt was cancelled on the phone.",
  "1037": "The phone could not be reached.",
  "1019": "The prompt ended before it was answered.",
  "2001": "The PIN was wrong.",
};

async function handlePayment(deps: MpesaDepositDeps, event: StoredEvent): Promise<Problem> {
  const { transactionId, amount, shortCode } = event;
  if (transactionId === null || amount === null) return "A payment without receipt or amount.";
  if (shortCode !== deps.shortCode) return `A payment to another paybill number: ${shortCode ?? "none"}.`;
  const reference = readReference(event.reference ?? "");
  if (reference === null) return texts.paymentOwnerUnknown({ reference: event.reference ?? "" });
  return savePayment(deps, event, reference, transactionId, amount);
}

/** Stores the payment under its receipt, as a chain's payments are stored under their transaction. */
export async function savePayment(
  deps: { sql: Queryable; findRate: MpesaDepositDeps["findRate"] },
  event: Pick<StoredEvent, "receivedAt" | "paidAt">,
  reference: string,
  transactionId: string,
  amount: string,
): Promise<string | null> {
  const userId = (await findOwners(deps.sql, NETWORK, [reference])).get(reference);
  if (userId === undefined) return texts.paymentOwnerUnknown({ reference });
  const rate = await deps.findRate();
  const deposits = await listAddressDeposits(deps.sql, NETWORK, [reference], [transactionId]);
  const transfer = {
    transactionHash: transactionId,
    output: "payment",
    address: reference,
    currency: "KES",
    sender: null,
  };
  const seen = judgeSeen(
    { ...transfer, coins: amount },
    {
      network: NETWORK,
      now: event.receivedAt,
      block: event.paidAt && { time: event.paidAt, height: null, hash: null },
      userId,
      deposits,
      arrivalRate: rate && invertRate(rate.rate),
      steps: STEPS,
    },
  );
  await savePending(deps.sql, [seen]);
  return null;
}
