import {
  toDoorRows,
  arrayTables,
  listArrayColumns,
  listValues,
  type ArrayTable,
  type ExpectedRow,
} from "./door-rows.ts";
import type { Operation } from "./operation.ts";

/** The rows that the door takes as arrays: the names of their values and the values' SQL types. */
const fixedArguments = {
  operations: { id: "uuid", kind: "text", actor_id: "uuid", reason: "text" },
  pool_locks: { bot_id: "uuid", is_exclusive: "boolean" },
  account_locks: { code: "text" },
  balances: { op: "integer", code: "text", amount: "numeric" },
  pools: { op: "integer", bot_id: "uuid", version: "bigint", frozen: "boolean" },
  unpaused: { op: "integer", bot_id: "uuid" },
  held: { op: "integer", user_id: "uuid", bot_id: "uuid", version: "bigint" },
  entries: { op: "integer", code: "text", amount: "numeric" },
  answers: {
    op: "integer",
    user_id: "uuid",
    call: "text",
    key: "text",
    payload_hash: "text",
    status: "integer",
    body: "text",
  },
} as const;

type FixedGroup = keyof typeof fixedArguments;
type Group = FixedGroup | ArrayTable;

const arrayColumns = {
  positions: listArrayColumns("positions"),
  positionEvents: listArrayColumns("positionEvents"),
};

interface Argument {
  name: string;
  type: string;
}

const argumentsOf = {
  ...(Object.fromEntries(
    Object.entries(fixedArguments).map(([group, values]) => [
      group,
      Object.entries(values).map(([name, type]) => ({ name: `${group}_${name}`, type: `${type}[]` })),
    ]),
  ) as Record<FixedGroup, Argument[]>),
  positions: toArguments("positions_op", "positions"),
  positionEvents: toArguments("position_events_op", "positionEvents"),
} satisfies Record<Group, Argument[]>;

function toArguments(op: string, table: ArrayTable): Argument[] {
  const columns = arrayColumns[table].map(({ argument, type }) => ({ name: argument, type: `${type}[]` }));
  return [{ name: op, type: "integer[]" }, ...columns];
}

const groups = Object.keys(argumentsOf) as Group[];

/** The arguments of the SQL function `post_operations`. A test compares them with the function. */
export const postArguments: readonly Argument[] = [
  ...groups.flatMap((group) => argumentsOf[group]),
  { name: "others", type: "jsonb" },
];

/** Collects rows as one array for each of their values. */
class Columns {
  readonly #arrays = new Map<Group, unknown[][]>(groups.map((group) => [group, argumentsOf[group].map(() => [])]));

  add(group: Group, ...values: readonly unknown[]): void {
    const arrays = this.#arrays.get(group) ?? [];
    arrays.forEach((array, index) => array.push(values[index]));
  }

  /** The arrays as PostgreSQL's text of an array, in the order of `postArguments`. */
  list(): string[] {
    return groups.flatMap((group) => {
      const types = argumentsOf[group].map(({ type }) => type);
      return (this.#arrays.get(group) ?? []).map((values, index) => toArrayText(values, types[index] === "text[]"));
    });
  }
}

/** The type of a value in an array, besides null and undefined. */
type Plain = string | number | boolean | bigint;

/** Characters of ids, numbers, true and false, which need no quotes in an array. */
const PLAIN_VALUE = /^[\w.+-]+$/;
const SPECIAL = /["\\]/g;

/**
 * Writes values as PostgreSQL reads an array. The driver does so too, but looks for characters to escape in every value,
 * which took a quarter of this process's time for a posting.
 */
function toArrayText(values: readonly unknown[], isText: boolean): string {
  let text = "{";
  for (const value of values) {
    if (text.length > 1) text += ",";
    text += value === null || value === undefined ? "NULL" : toElementText(`${value as Plain}`, isText);
  }
  return `${text}}`;
}

/** @throws Error when a value that is not a text has characters that could end it */
function toElementText(value: string, isText: boolean): string {
  if (isText) return `"${value.replace(SPECIAL, "\\$&")}"`;
  if (!PLAIN_VALUE.test(value)) throw new Error(`"${value}" is no id or number`);
  return value;
}

/** Returns operations as the values of `postArguments`. */
export function toPostArguments(operations: readonly Operation[]): unknown[] {
  const columns = new Columns();
  const others: object[] = [];
  addLocks(columns, operations);
  operations.forEach((operation, index) => {
    const op = index + 1;
    const { operationId, transaction, answer, writes = {} } = operation;
    columns.add(
      "operations",
      operationId,
      transaction?.kind ?? null,
      transaction?.actorId ?? null,
      transaction?.reason ?? null,
    );
    addExpectations(columns, op, operation.expects);
    for (const { account, amount } of transaction?.entries ?? []) columns.add("entries", op, account, amount);
    for (const table of arrayTables) {
      for (const row of writes[table] ?? []) columns.add(table, op, ...listValues(table, arrayColumns[table], row));
    }
    if (answer) {
      const { userId, call, key, payloadHash, status, body } = answer;
      columns.add("answers", op, userId, call, key, payloadHash, status, body);
    }
    const rest = toOthers(operation);
    if (rest) others.push({ op, ...rest });
  });
  return [...columns.list(), others.length === 0 ? null : JSON.stringify(others)];
}

/** The locks of all operations. A pool is locked exclusively if one of them asks for it. */
function addLocks(columns: Columns, operations: readonly Operation[]): void {
  const pools = new Map<string, boolean>();
  const accounts = new Set<string>();
  for (const { locks, transaction } of operations) {
    for (const [botId, mode] of Object.entries(locks.pools))
      pools.set(botId, mode === "exclusive" || pools.get(botId) === true);
    for (const code of locks.accounts) accounts.add(code);
    for (const { account } of transaction?.entries ?? []) if (account.startsWith("user:")) accounts.add(account);
  }
  for (const [botId, isExclusive] of pools) columns.add("pool_locks", botId, isExclusive);
  for (const code of accounts) columns.add("account_locks", code);
}

function addExpectations(columns: Columns, op: number, expects: Operation["expects"]): void {
  for (const [code, amount] of Object.entries(expects.balances ?? {})) columns.add("balances", op, code, amount);
  for (const { botId, version, frozen } of expects.pools ?? []) columns.add("pools", op, botId, version, frozen);
  for (const botId of expects.unpaused ?? []) columns.add("unpaused", op, botId);
  for (const { userId, botId, version } of expects.positions ?? []) columns.add("held", op, userId, botId, version);
}

/** The less common expectations and rows, as JSON; null when there are none. */
function toOthers({ expects, writes = {} }: Operation): object | null {
  const {
    balances: _balances,
    pools: _pools,
    unpaused: _unpaused,
    positions: _held,
    rows: expectedRows,
    ...rest
  } = expects;
  const { engines, positions: _positions, positionEvents: _events, ...tables } = writes;
  const rows = { ...toDoorRows(tables), ...(engines ? { engines } : {}) };
  const rare = { ...rest, ...groupByTable(expectedRows) };
  const parts = { ...(hasKeys(rare) ? { expects: rare } : {}), ...(hasKeys(rows) ? { writes: rows } : {}) };
  return hasKeys(parts) ? parts : null;
}

/** The ids and versions of rows, by the name of their table. */
function groupByTable(rows: readonly ExpectedRow[] = []): Record<string, { id: string; version: string }[]> {
  const byTable: Record<string, { id: string; version: string }[]> = {};
  for (const { table, id, version } of rows) (byTable[table] ??= []).push({ id, version });
  return byTable;
}

const hasKeys = (value: object): boolean => Object.keys(value).length > 0;
