import type { PayoutAddress } from "@wazi/contracts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import type { Destination } from "./destination.ts";

/** A saved destination. */
export interface PayoutAddressRow extends Destination {
  id: string;
  /** One line, the same for equal destinations. */
  destination: string;
  addedAt: Date;
  usableFrom: Date;
}

/** Lists a user's saved destinations, newest first. Their number is limited when they are added. */
export function listPayoutAddresses(sql: Queryable, userId: string): Promise<PayoutAddressRow[]> {
  return sql<PayoutAddressRow[]>`
    select id, withdrawal_type as "withdrawalType", currency, network, destination_address as "destinationAddress", country,
      bank_name as "bankName", account_name as "accountName", phone_number as "phoneNumber", destination,
      added_at as "addedAt", usable_from as "usableFrom"
    from payout_addresses where user_id = ${userId} order by added_at desc, id`;
}

/** Locks the user's address book until the transaction ends. */
export async function lockAddressBook(tx: Tx, userId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`payout-addresses:${userId}`}, 0))`;
}

/** @returns the destination as mails show it: with the last four characters of the account only */
export async function insertPayoutAddress(tx: Tx, userId: string, row: PayoutAddressRow): Promise<string> {
  const rows = await tx<ShortRow[]>`
    insert into payout_addresses (id, user_id, withdrawal_type, currency, network, destination_address, country, bank_name,
      account_name, phone_number, destination, added_at, usable_from)
    values (${row.id}, ${userId}, ${row.withdrawalType}, ${row.currency}, ${row.network}, ${row.destinationAddress},
      ${row.country}, ${row.bankName}, ${row.accountName}, ${row.phoneNumber}, ${row.destination}, ${row.addedAt},
      ${row.usableFrom})
    returning ${tx.raw(SHORT_DESTINATION)} as short`;
  return rows[0]?.short ?? "";
}

/** @returns the destination as mails show it; undefined if the user has no such destination */
export async function deletePayoutAddress(tx: Tx, userId: string, id: string): Promise<string | undefined> {
  const rows = await tx<ShortRow[]>`
    delete from payout_addresses where user_id = ${userId} and id = ${id} returning ${tx.raw(SHORT_DESTINATION)} as short`;
  return rows[0]?.short;
}

interface ShortRow {
  short: string;
}

const SHORT_DESTINATION =
  "short_destination(withdrawal_type, currency, network, bank_name, destination_address, phone_number)";

export function toPayoutAddress({ addedAt, usableFrom, ...row }: PayoutAddressRow): PayoutAddress {
  return { ...row, addedAt: addedAt.toISOString(), usableFrom: usableFrom.toISOString() };
}
