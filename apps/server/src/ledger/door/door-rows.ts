import { withdrawalTypes } from "@wazi/contracts";
import {
  readProperty,
  toCamelCase,
  toSqlNames,
  type Columns,
  type ColumnType,
  type RowWith,
} from "../../platform/db/table-rows.ts";

interface TableDefinition {
  /** The name of the rows in the door's argument (`writes` in platform/db/functions/door.sql). */
  readonly writes: string;
  readonly table: string;
  /** The columns that every writer must give. */
  readonly columns: Columns;
  /** Columns without a default that the door fills. */
  readonly filledByDoor: readonly string[];
  /** Instructions to the door. They are not columns. */
  readonly instructions?: Columns;
}

/**
 * The rows that the ledger's door writes. Their types are derived from this list. platform/db/table-rows.test.ts compares it
 * with the database, because the door reads JSON, where a misspelt column would silently be null.
 */
export const doorTables = {
  positions: {
    writes: "positions",
    table: "positions",
    columns: {
      user_id: "uuid",
      bot_id: "uuid",
      units: "numeric",
      own_deposit: "numeric",
      own_profit: "numeric",
      loss_carried: "numeric",
      user_share_pct: "integer",
      is_active: "boolean",
      version: "bigint",
      stop_loss_pct: "numeric | null",
      take_profit_pct: "numeric | null",
      stop_nav: "numeric | null",
      take_nav: "numeric | null",
    },
    filledByDoor: ["activated_at"],
  },
  positionEvents: {
    writes: "position_events",
    table: "position_events",
    columns: {
      user_id: "uuid",
      bot_id: "uuid",
      kind: "text",
      trade_open: "boolean",
      mark: "numeric",
      units_delta: "numeric",
      own_deposit_delta: "numeric",
      own_profit_delta: "numeric",
      loss_carried_delta: "numeric",
      value_delta: "numeric",
      profit_share: "numeric",
    },
    filledByDoor: ["transaction_id", "series", "close_sequence"],
  },
  exits: {
    writes: "exits",
    table: "exits",
    columns: {
      id: "uuid",
      user_id: "uuid",
      bot_id: "uuid",
      kind: ["deactivation", "investment-transfer", "profit-transfer"],
      amount: "numeric | null",
      status: ["pending", "settled", "cancelled"],
      requested_at: "timestamp with time zone",
      version: "bigint",
    },
    filledByDoor: ["settled_at", "ledger_transaction_id"],
  },
  deposits: {
    writes: "deposits",
    table: "deposits",
    columns: {
      id: "uuid",
      user_id: "uuid",
      amount: "numeric",
      currency: "text",
      network: "text",
      wallet_address: "text",
      is_test_address: "boolean",
      crypto_amount: "numeric",
      rate: "numeric",
      received_amount: "numeric | null",
      transaction_hash: "text | null",
      status: ["pending", "completed", "failed"],
      settled_by: "uuid | null",
      settled_at: "timestamp with time zone | null",
      late_for: "uuid | null",
      created_at: "timestamp with time zone",
      updated_at: "timestamp with time zone",
      version: "bigint",
    },
    filledByDoor: ["ledger_transaction_id"],
  },
  depositAddresses: {
    writes: "deposit_addresses",
    table: "deposit_addresses",
    columns: {
      network: "text",
      wallet_address: "text",
      user_id: "uuid",
      address_index: "bigint | null",
    },
    filledByDoor: [],
  },
  withdrawals: {
    writes: "withdrawals",
    table: "withdrawals",
    columns: {
      id: "uuid",
      user_id: "uuid",
      amount: "numeric",
      from_deposit: "numeric",
      from_profit: "numeric",
      withdrawal_type: withdrawalTypes,
      currency: "text | null",
      network: "text | null",
      destination_address: "text | null",
      country: "text | null",
      bank_name: "text | null",
      account_name: "text | null",
      phone_number: "text | null",
      transaction_hash: "text | null",
      notes: "text | null",
      status: ["pending", "processing", "completed", "rejected"],
      settled_by: "uuid | null",
      settled_at: "timestamp with time zone | null",
      hidden_at: "timestamp with time zone | null",
      hidden_by: "uuid | null",
      created_at: "timestamp with time zone",
      updated_at: "timestamp with time zone",
      version: "bigint",
    },
    filledByDoor: [],
  },
  payouts: {
    writes: "payouts",
    table: "payouts",
    columns: {
      id: "uuid",
      withdrawal_id: "uuid",
      attempt: "integer",
      rail: "text",
      reference: "text",
      state: ["approved", "sent", "unknown", "confirmed", "failed", "cancelled", "reversed"],
      amount: "numeric",
      currency: "text",
      local_amount: "numeric",
      rate: "numeric",
      rate_at: "timestamp with time zone",
      recipient_name: "text | null",
      provider_id: "text | null",
      receipt: "text | null",
      fee: "numeric | null",
      fee_currency: "text | null",
      fee_amount: "numeric | null",
      reason_code: "text | null",
      reason: "text | null",
      approved_by: "uuid | null",
      approved_at: "timestamp with time zone",
      sends: "integer",
      sent_at: "timestamp with time zone | null",
      ended_at: "timestamp with time zone | null",
      next_at: "timestamp with time zone",
      version: "bigint",
    },
    filledByDoor: ["fee_transaction_id"],
  },
  audit: {
    writes: "audit",
    table: "audit_log",
    columns: {
      actor_id: "uuid | null",
      action: "text",
      subject_type: "text",
      subject_id: "text",
      before: "jsonb | null",
      after: "jsonb | null",
      address: "text | null",
    },
    filledByDoor: [],
  },
  adjustments: {
    writes: "adjustments",
    table: "adjustments",
    columns: {
      id: "uuid",
      kind: ["account", "deposit", "late-deposit"],
      user_id: "uuid",
      deposit_id: "uuid | null",
      transaction_hash: "text | null",
      before: "jsonb",
      after: "jsonb",
      counted: "numeric",
      reason: "text | null",
      status: ["pending", "applied", "rejected", "withdrawn"],
      asked_by: "uuid",
      asked_at: "timestamp with time zone",
      expires_at: "timestamp with time zone",
      decided_by: "uuid | null",
      decided_at: "timestamp with time zone | null",
      note: "text | null",
      version: "bigint",
    },
    filledByDoor: [],
  },
  // Rows that exist: the door records what was decided on charges of a statement.
  statementCharges: {
    writes: "statement_charges",
    table: "statement_charges",
    columns: {
      id: "uuid",
      status: ["pending", "booked", "declined"],
      decided_by: "uuid | null",
      decided_at: "timestamp with time zone | null",
      version: "bigint",
    },
    filledByDoor: [
      "account",
      "kind",
      "month",
      "currency",
      "local_amount",
      "rate",
      "rate_at",
      "amount",
      "note",
      "proposed_by",
      "proposed_at",
    ],
  },
  // Rows that exist: the door records what was decided on a payment.
  depositPayments: {
    writes: "deposit_payments",
    table: "deposit_payments",
    columns: {
      id: "uuid",
      deposit_id: "uuid | null",
      timing: ["on_time", "late"],
      amount_state: "text | null",
      status: ["seen", "dropped", "credited", "dust", "review", "dismissed"],
      review_reason: "text | null",
      credited_amount: "numeric | null",
      rate: "numeric | null",
      credited_deposit_id: "uuid | null",
      decided_by: "uuid | null",
      note: "text | null",
      updated_at: "timestamp with time zone",
      version: "bigint",
    },
    filledByDoor: [
      "network",
      "transaction_hash",
      "output",
      "wallet_address",
      "user_id",
      "currency",
      "token",
      "coins",
      "block_height",
      "block_hash",
      "seen_at",
      "confirmations_needed",
      "arrival_rate",
    ],
  },
  pools: {
    writes: "pools",
    table: "pools",
    columns: {
      bot_id: "uuid",
      status: ["trading", "halted", "winding-up"],
      halt_reason: "text | null",
      series: "integer",
      nav: "numeric",
      units_at_close: "numeric",
      cash_at_close: "numeric",
      close_sequence: "bigint",
      won_trades: "bigint",
      version: "bigint",
      frozen: "boolean",
      open_trade: "jsonb | null",
    },
    filledByDoor: ["last_close_transaction"],
    // The operation's transaction becomes the pool's last close.
    instructions: { closes: "boolean" },
  },
  botTrades: {
    writes: "bot_trades",
    table: "bot_trades",
    columns: {
      bot_id: "uuid",
      series: "integer",
      sequence: "bigint",
      symbol: "text",
      side: ["buy", "sell"],
      exposure: "numeric",
      entry_price: "numeric",
      exit_price: "numeric",
      opened_at: "timestamp with time zone",
      entry_bar_time: "timestamp with time zone",
      bar_time: "timestamp with time zone",
      reason: ["stop", "target", "signal", "series-break"],
      feed: ["simulated", "replay", "live"],
      nav_before: "numeric",
      nav_after: "numeric",
      units: "numeric",
      pool_gain: "numeric",
      opening_id: "uuid",
      dividends: "numeric",
      financing: "numeric",
      spread_cost: "numeric | null",
      slippage_cost: "numeric | null",
      commission_cost: "numeric | null",
      financing_cost: "numeric | null",
    },
    filledByDoor: ["executed_at", "transaction_id", "lowest_nav"],
  },
  marks: {
    writes: "marks",
    table: "pool_marks",
    columns: {
      bot_id: "uuid",
      version: "bigint",
      entry_mark: "numeric",
      exit_mark: "numeric",
      price: "numeric",
      bar_time: "timestamp with time zone | null",
    },
    filledByDoor: ["priced_at", "usable", "lowest_exit"],
  },
} as const satisfies Record<string, TableDefinition>;

type DoorTable = keyof typeof doorTables;

type ColumnsOf<T extends DoorTable> = (typeof doorTables)[T] extends { instructions: infer I }
  ? (typeof doorTables)[T]["columns"] & I
  : (typeof doorTables)[T]["columns"];

/** A row for the ledger's door, with its columns in camel case. */
export type RowFor<T extends DoorTable> = RowWith<ColumnsOf<T>>;

export type DoorRows = { [T in DoorTable]?: RowFor<T>[] };

/** The tables whose rows have an id and a version. */
type VersionedTable = {
  [T in DoorTable]: RowFor<T> extends { id: string; version: string } ? T : never;
}[DoorTable];

/** A row that must still have the version that was read. */
export interface ExpectedRow {
  table: VersionedTable;
  id: string;
  version: string;
}

const writers = Object.entries<TableDefinition>(doorTables).map(([name, { writes, columns, instructions }]) => ({
  name: name as DoorTable,
  writes,
  toWritten: toSqlNames(name, { ...columns, ...instructions }),
}));

/**
 * Returns an operation's rows as JSON that the door reads: with the columns' SQL names, and without other properties.
 * Empty lists are left out.
 * @throws Error when a row has no value for a column
 */
export function toDoorRows(rows: DoorRows): Record<string, object[]> {
  const written: Record<string, object[]> = {};
  for (const { name, writes, toWritten } of writers) {
    const given = rows[name];
    if (given && given.length > 0) written[writes] = given.map(toWritten);
  }
  return written;
}

/** The tables whose rows most operations write. The door takes one array for each of their columns. */
export const arrayTables = ["positions", "positionEvents"] as const;
export type ArrayTable = (typeof arrayTables)[number];

/** A column of an array table: the argument of the door, its type without "null", and the property of the rows. */
export interface ArrayColumn {
  argument: string;
  type: string;
  property: string;
}

export function listArrayColumns(table: ArrayTable): ArrayColumn[] {
  const { writes, columns } = doorTables[table];
  return Object.entries<string>(columns).map(([column, type]) => ({
    argument: `${writes}_${column}`,
    type: type.replace(" | null", ""),
    property: toCamelCase(column),
  }));
}

/**
 * Returns a row's values in the order of `listArrayColumns`.
 * @throws Error when the row has no value for a column
 */
export function listValues(table: ArrayTable, columns: readonly ArrayColumn[], row: object): unknown[] {
  return columns.map(({ property }) => readProperty(row, table, property));
}

/**
 * The columns of a table as an SQL list under their names in camel case; figures as text, so that none becomes a float. For
 * `raw` of a statement.
 */
export function listSelectColumns(table: DoorTable): string {
  return listColumnTexts(table)
    .map(({ property, text }) => `${text} as "${property}"`)
    .join(", ");
}

/** The row `alias` of a table as a JSON object with the same names; times are texts. */
export function buildJsonRow(table: DoorTable, alias: string): string {
  const pairs = listColumnTexts(table, `${alias}.`).map(({ property, text }) => `'${property}', ${text}`);
  return `jsonb_build_object(${pairs.join(", ")})`;
}

function listColumnTexts(table: DoorTable, prefix = ""): { property: string; text: string }[] {
  return Object.entries<ColumnType>(doorTables[table].columns).map(([column, type]) => {
    const isFigure = typeof type === "string" && /^(numeric|bigint)/.test(type);
    return { property: toCamelCase(column), text: `${prefix}${column}${isFigure ? "::text" : ""}` };
  });
}
