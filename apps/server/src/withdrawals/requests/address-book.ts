import { randomUUID } from "node:crypto";
import { HOUR_MS, type addPayoutAddress as addCall, type BodyOf, type PayoutAddress } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent, type AuditActor, type MailData, queueMail } from "../../record/api.ts";
import type { Tx } from "../../platform/db/pool.ts";
import {
  deletePayoutAddress,
  insertPayoutAddress,
  listPayoutAddresses,
  lockAddressBook,
  toPayoutAddress,
  type PayoutAddressRow,
} from "./address-book-store.ts";
import { parseDestination } from "./destination.ts";
import { formatDestination } from "./format-destination.ts";
import type { WithdrawalDeps } from "./withdrawal-deps.ts";

const MAX_ADDRESSES = 20;

/**
 * Saves a destination in the user's address book, and tells the user by mail. With ADDRESS_WAIT_HOURS it can be used after that
 * time.
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
      throw new AppError("CONFLICT", "This destination is already in your address book.");
    }
    if (known.length >= MAX_ADDRESSES) {
      throw new AppError(
        "CONFLICT",
        `An address book has at most ${MAX_ADDRESSES} destinations. Please remove one first.`,
      );
    }
    const addedAt = deps.now();
    const usableFrom = new Date(addedAt.getTime() + deps.addressWaitHours * HOUR_MS);
    const row: PayoutAddressRow = { ...destination, id: randomUUID(), destination: line, addedAt, usableFrom };
    const short = await insertPayoutAddress(tx, user.id, row);
    await mailChange(tx, user, addedAt, {
      change: "withdrawal-address-added",
      detail: short,
      ...(usableFrom > addedAt ? { usableFrom: usableFrom.toISOString() } : {}),
    });
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
    if (short === undefined) throw new AppError("NOT_FOUND", "Destination not found.");
    await mailChange(tx, user, now(), { change: "withdrawal-address-removed", detail: short });
    await insertAuditEvent(tx, toAuditEvent(user, "address.remove", { addressId: id }));
  });
}

function mailChange(
  tx: Tx,
  { id, address }: AuditActor,
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
