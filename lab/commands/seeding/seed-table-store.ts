import { doorTables } from "../../../apps/server/src/ledger/door/door-tables.ts";
import type { RowOf, TableDefinition } from "../../../apps/server/src/platform/db/table-rows.ts";

/** The tables that a seed fills. platform/db/table-rows.test.ts compares them with the database. */
export const seedTables = {
  users: {
    table: "users",
    columns: {
      id: "uuid",
      email: "text",
      first_name: "text",
      last_name: "text",
      phone: "text",
      country: "text",
      birthday: "date | null",
      preferred_market: "text | null",
      risk_tolerance: "text | null",
      referral_code: "text",
      marketing_opt_in: "boolean",
      kyc_status: ["pending", "approved", "rejected"],
      is_active: "boolean",
      last_login_at: "timestamp with time zone | null",
      created_at: "timestamp with time zone",
    },
    otherColumns: [
      "hashed_password",
      "profile_image_url",
      "deleted_at",
      "email_verified_at",
      "terms_version",
      "frozen_at",
      "deactivation_reason",
    ],
  },
  submissions: {
    table: "verifications",
    columns: {
      id: "uuid",
      user_id: "uuid",
      document_type: ["passport", "id_card", "drivers_license"],
      document_number: "text | null",
      front_document: "text",
      back_document: "text | null",
      status: ["pending", "approved", "rejected"],
      rejection_reason: "text | null",
      reviewed_at: "timestamp with time zone | null",
      created_at: "timestamp with time zone",
    },
    otherColumns: ["reviewed_by", "updated_at"],
  },
  transactions: {
    table: "ledger_transactions",
    columns: { operation_id: "uuid", kind: "text", actor_id: "uuid | null", posted_at: "timestamp with time zone" },
    otherColumns: ["reason"],
    extras: { entries: "jsonb" },
  },
  deposits: {
    table: "deposits",
    columns: doorTables.deposits.columns,
    otherColumns: ["ledger_transaction_id"],
    // The operation that credited the deposit; null when none did.
    extras: { operation_id: "uuid | null" },
  },
  withdrawals: {
    table: "withdrawals",
    columns: doorTables.withdrawals.columns,
    otherColumns: [],
  },
  positions: {
    table: "positions",
    columns: {
      user_id: "uuid",
      bot_id: "uuid",
      units: "numeric",
      own_deposit: "numeric",
      user_share_pct: "integer",
      activated_at: "timestamp with time zone",
    },
    otherColumns: [
      "own_profit",
      "loss_carried",
      "is_active",
      "version",
      "stop_loss_pct",
      "take_profit_pct",
      "stop_nav",
      "take_nav",
    ],
    // The allocation and its mark.
    extras: { operation_id: "uuid", mark: "numeric" },
  },
  audit: {
    table: "audit_log",
    columns: {
      actor_id: "uuid | null",
      action: "text",
      subject_type: "text",
      subject_id: "text",
      before: "jsonb | null",
      after: "jsonb | null",
      address: "text | null",
      happened_at: "timestamp with time zone",
    },
    otherColumns: [],
  },
} as const satisfies Record<string, TableDefinition>;

/** A row that a seed writes. Amounts are decimal strings. */
export type SeedRow<T extends keyof typeof seedTables> = RowOf<(typeof seedTables)[T]>;
