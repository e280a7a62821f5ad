import { ADJUSTMENT_SUMS, type AdjustmentSums } from "../../ledger/api.ts";
import { parseDates, type JsonRow, type UserRead } from "../../platform/http/user-read.ts";
import { DEPOSIT_PRICES, type PriceRow } from "./deposit-start-store.ts";
import { OWNED_COLUMNS, type OwnedDepositRow } from "./store.ts";

/** All that an administrator's decision about a deposit depends on. */
export interface CreditStart {
  deposit: OwnedDepositRow;
  /** The deposit that the investor requested: the first one, also for late money. */
  requested: { id: string; amount: string };
  /** The amount credited for it so far, late money included. */
  credited: string;
  sums: AdjustmentSums;
  /** The sums are of what was adjusted from this time on. */
  since: Date;
  prices: readonly PriceRow[];
}

/** The argument of `creditStart`. */
export const toCreditArgument = (depositId: string, adjustedSince: Date): string =>
  JSON.stringify([depositId, adjustedSince]);

type OwnPart = Omit<CreditStart, "deposit" | "since" | "prices"> & { deposit: JsonRow<OwnedDepositRow>; since: string };

/** Reads the deposit that the user, an administrator, decides on; null when no deposit has this id. */
export const creditStart: UserRead<CreditStart | null> = {
  own: `select json_build_object(
      'deposit', to_json(d), 'requested', json_build_object('id', r.id, 'amount', r.amount::text),
      'credited', credited_for_deposit(r.id)::text, 'since', asked.argument::json ->> 1,
      'sums', (
        select row_to_json(sums) from (
          select ${ADJUSTMENT_SUMS}
          from (select u.id as admin_id, d."userId" as investor_id, (asked.argument::json ->> 1)::timestamptz as since) asked
        ) sums
      ))
    from (select ${OWNED_COLUMNS} from deposits where id = (asked.argument::json ->> 0)::uuid) d
    join deposits r on r.id = coalesce(d."lateFor", d.id)`,
  common: DEPOSIT_PRICES,
  parse: (own: OwnPart | null, prices: readonly PriceRow[]) =>
    own && {
      ...own,
      deposit: parseDates<OwnedDepositRow>(own.deposit, ["createdAt", "updatedAt", "settledAt"]),
      since: new Date(own.since),
      prices,
    },
};
