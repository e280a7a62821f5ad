import type { RecipientCheck } from "@wazi/contracts";
import type { RowFor } from "../../ledger/api.ts";
import type { Queryable } from "../../platform/db/pool.ts";

type KeyPart = Pick<
  RowFor<"withdrawals">,
  "withdrawalType" | "country" | "bankName" | "destinationAddress" | "phoneNumber"
>;

/** The fields that a name depends on, in one text. SQL has the same in RECIPIENT. */
const toKey = ({ withdrawalType, country, bankName, destinationAddress, phoneNumber }: KeyPart): string =>
  [withdrawalType, country, bankName, destinationAddress, phoneNumber].map((part) => part ?? "").join("|");

/** A column for withdrawals: the name that was shown for its destination; null if none was. */
export const RECIPIENT = `(select jsonb_build_object('holderName', c.holder_name, 'isOtherName', c.is_other_name)
  from recipient_checks c where c.user_id = withdrawals.user_id and c.holder_name is not null
    and c.destination_key = concat_ws('|', withdrawals.withdrawal_type, coalesce(withdrawals.country, ''),
      coalesce(withdrawals.bank_name, ''), coalesce(withdrawals.destination_address, ''),
      coalesce(withdrawals.phone_number, ''))) as recipient`;

export async function storeRecipientCheck(
  sql: Queryable,
  userId: string,
  destination: KeyPart,
  { holderName, isOtherName }: RecipientCheck,
  at: Date,
): Promise<void> {
  await sql`
    insert into recipient_checks (user_id, destination_key, holder_name, is_other_name, checked_at)
    values (${userId}, ${toKey(destination)}, ${holderName}, ${isOtherName}, ${at})
    on conflict (user_id, destination_key) do update
      set holder_name = excluded.holder_name, is_other_name = excluded.is_other_name, checked_at = excluded.checked_at`;
}
