import { randomUUID } from "node:crypto";
import {
  type addPayoutAddress as addCall,
  type BodyOf,
  type checkRecipient as call,
  HOUR_MS,
  type PayoutAddress,
  type RecipientCheck,
  withdrawalKinds,
} from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { type AuditActor, insertAuditEvent, type MailData, queueMail } from "../../record/api.ts";
import type { Tx } from "../../platform/db/pool.ts";
import {
  deletePayoutAddress,
  insertPayoutAddress,
  listPayoutAddresses,
  lockAddressBook,
  lockSharedDestination,
  type PayoutAddressRow,
  storeRecipientCheck,
  toPayoutAddress,
} from "./store.ts";
import { formatDestination, parseDestination } from "./destination.ts";
import type { WithdrawalDeps } from "./withdrawal-controls.ts";
import { countTry, recipientRule, type ThrottleDeps } from "../../people/api.ts";
import * as texts from "../../messages/withdrawals.ts";

const MAX_ADDRESSES = 20;

/**
 * Saves a destination in the user's address book, and tells the user by mail. With ADDRESS_WAIT_HOURS it can be used after that
 * time. If others have saved it too, all of them are told: nobody's money goes to somebody else's account unnoticed.
 * @throws AppError VALIDATION an invalid destination · CONFLICT already saved, or the address book is full
 */
export function addPayoutAddress(
  deps: Pick<WithdrawalDeps, "sql" | "now" | "isPaperMoney" | "addressWaitHours">,
  { user, body }: { user: AuditActor; body: BodyOf<typeof addCall> },
): Promise<PayoutAddress> {
  const destination = parseDestination(body, deps.isPaperMoney);
  return deps.sql.begin(async (tx) => {
    await lockAddressBook(tx, user.id);
    const known = await listPayoutAddresses(tx, user.id);
    const line = formatDestination(destination);
    if (known.some((each) => each.destination === line)) {
      throw new AppError("CONFLICT", texts.destinationKnown);
    }
    if (known.length >= MAX_ADDRESSES) {
      throw new AppError("CONFLICT", texts.addressBookFull({ most: MAX_ADDRESSES }));
    }
    const addedAt = deps.now();
    const usableFrom = new Date(addedAt.getTime() + deps.addressWaitHours * HOUR_MS);
    const row: PayoutAddressRow = { ...destination, id: randomUUID(), destination: line, addedAt, usableFrom };
    const others = await lockSharedDestination(tx, user.id, row);
    const short = await insertPayoutAddress(tx, user.id, row);
    await mailChange(tx, user, addedAt, {
      change: "withdrawal-address-added",
      detail: short,
      ...(usableFrom > addedAt ? { usableFrom: usableFrom.toISOString() } : {}),
    });
    if (others.length > 0) {
      for (const id of [user.id, ...others]) {
        await mailChange(tx, { id, address: null }, addedAt, { change: "withdrawal-address-shared", detail: short });
      }
    }
    await insertAuditEvent(
      tx,
      toAuditEvent(user, "address.add", { addressId: row.id, usableFrom: usableFrom.toISOString() }),
    );
    return toPayoutAddress(row);
  });
}

/** Tells the user by mail. @throws AppError NOT_FOUND unknown or another user's */
export function removePayoutAddress(
  { sql, now }: Pick<WithdrawalDeps, "sql" | "now">,
  { user, id }: { user: AuditActor; id: string },
): Promise<void> {
  return sql.begin(async (tx) => {
    await lockAddressBook(tx, user.id);
    const short = await deletePayoutAddress(tx, user.id, id);
    if (short === undefined) throw new AppError("NOT_FOUND", texts.destinationNotFound);
    await mailChange(tx, user, now(), { change: "withdrawal-address-removed", detail: short });
    await insertAuditEvent(tx, toAuditEvent(user, "address.remove", { addressId: id }));
  });
}

function mailChange(
  tx: Tx,
  { id, address }: Pick<AuditActor, "id" | "address">,
  at: Date,
  change: Pick<MailData["security-changed"], "change" | "detail" | "usableFrom">,
): Promise<void> {
  return queueMail(tx, id, "security-changed", { ...change, at: at.toISOString(), address });
}

/** The audit log keeps no destination, because it is erased with the user's other data. */
const toAuditEvent = (user: AuditActor, action: string, after: object) => ({
  actorId: user.id,
  action,
  subjectType: "user",
  subjectId: user.id,
  after,
  address: user.address,
});

/**
 * Asks the payment provider of a destination for the account holder's name, and keeps it for the administrator who approves a
 * withdrawal to it. A provider that tells no name, or does not answer, stops nothing.
 * @throws AppError VALIDATION an invalid destination · CONFLICT the provider has no such account · RATE_LIMITED
 */
export async function checkRecipient(
  deps: Pick<WithdrawalDeps, "payouts" | "isPaperMoney"> & ThrottleDeps,
  { user, body }: { user: { id: string; firstName: string; lastName: string }; body: BodyOf<typeof call> },
): Promise<RecipientCheck> {
  const destination = parseDestination(body, deps.isPaperMoney);
  if (deps.payouts === null || withdrawalKinds[destination.withdrawalType].hasNetwork)
    return { holderName: null, isOtherName: false };
  await countTry(deps, recipientRule, user.id);
  const { recipientName, isOtherName } = await deps.payouts.findRecipient(destination, user);
  const check = { holderName: recipientName, isOtherName };
  await storeRecipientCheck(deps.sql, user.id, destination, check, deps.now());
  return check;
}
