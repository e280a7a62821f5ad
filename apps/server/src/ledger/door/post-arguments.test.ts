import type { AccountCode } from "@wazi/domain";
import { describe, expect, it } from "vitest";
import { createOperationId, type Operation } from "./operation.ts";
import { postArguments, toPostArguments } from "./post-arguments.ts";
import type { RowFor } from "./door-rows.ts";

const place = (name: string): number => postArguments.findIndex((each) => each.name === name);

function operation(reason: string | null, balance: string): Operation {
  return {
    operationId: createOperationId(),
    locks: { pools: {}, accounts: [] },
    expects: { balances: { market: balance } },
    transaction: { kind: "adjustment", actorId: null, reason, entries: [] },
  };
}

/** The arguments that are not empty, by name. */
function listGiven(operations: readonly Operation[]): Record<string, unknown> {
  const values = toPostArguments(operations);
  const given = postArguments.map(({ name }, index) => [name, values[index]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== "{}" && value !== null));
}

const least: Operation = { operationId: "id-1", locks: { pools: {}, accounts: [] }, expects: {} };
const ofLeast = {
  operations_id: "{id-1}",
  operations_kind: "{NULL}",
  operations_actor_id: "{NULL}",
  operations_reason: "{NULL}",
};

const position: RowFor<"positions"> = {
  ...{ userId: "u", botId: "b", units: "1.5", ownDeposit: "1.00", ownProfit: "0.50", lossCarried: "0.00" },
  ...{ userSharePct: 80, isActive: true, version: "3", stopLossPct: "12.50", takeProfitPct: null },
  ...{ stopNav: "0.9", takeNav: null, interest: "0", interestSum: "0" },
  ...{ shareAbove: "bills", billInterest: "-0.5", billIndex: "1.2" },
};

const mark: RowFor<"marks"> = {
  ...{ botId: "b", version: "1", entryMark: "1", exitMark: "1", price: "1" },
  barTime: null,
};

describe("the door's arguments", () => {
  it("are arrays in PostgreSQL's text, with quoted texts and nulls", () => {
    const operations = [operation('say "a\\b", {c}, NULL, é\n', "-0.50"), operation(null, "7"), operation("", "7")];
    const values = toPostArguments(operations);
    expect(values[place("operations_reason")]).toBe('{"say \\"a\\\\b\\", {c}, NULL, é\n",NULL,""}');
    expect(values[place("balances_op")]).toBe("{1,2,3}");
    expect(values[place("balances_amount")]).toBe("{-0.50,7,7}");
    expect(values[place("operations_actor_id")]).toBe("{NULL,NULL,NULL}");
    expect(values[place("entries_op")]).toBe("{}");
  });

  it("refuse a number that is not one", () => {
    expect(() => toPostArguments([operation(null, "1,2")])).toThrow('"1,2" is no id or number');
    expect(() => toPostArguments([operation(null, "")])).toThrow();
  });

  it("are empty but for the operation when it has only an id", () => {
    expect(listGiven([least])).toEqual(ofLeast);
    expect(toPostArguments([least])).toHaveLength(postArguments.length);
  });

  it("name each pool once, exclusively if one operation asks for it, and each investor account once", () => {
    const lock = (pools: Operation["locks"]["pools"], ...accounts: AccountCode[]): Operation => ({
      ...least,
      locks: { pools, accounts },
    });
    const entry: Operation = {
      ...lock({ last: "shared" }),
      transaction: {
        ...{ kind: "deposit", actorId: "u", reason: null },
        entries: [
          { account: "external:crypto", amount: "-1.00" },
          { account: "user:u:deposit_funds", amount: "1.00" },
        ],
      },
    };
    const operations = [
      lock({ first: "exclusive", last: "shared", shared: "shared" }, "user:u:deposit_funds", "user:u:profit_funds"),
      lock({ first: "shared", last: "exclusive", shared: "shared" }, "user:u:profit_funds"),
      entry,
    ];
    expect(listGiven(operations)).toMatchObject({
      operations_kind: '{NULL,NULL,"deposit"}',
      operations_actor_id: "{NULL,NULL,u}",
      pool_locks_bot_id: "{first,last,shared}",
      pool_locks_is_exclusive: "{true,true,false}",
      account_locks_code: '{"user:u:deposit_funds","user:u:profit_funds"}',
      entries_op: "{3,3}",
      entries_code: '{"external:crypto","user:u:deposit_funds"}',
      entries_amount: "{-1.00,1.00}",
    });
    expect(listGiven([entry])).toMatchObject({ account_locks_code: '{"user:u:deposit_funds"}' });
  });

  it("have each expectation, row and answer under the number of its operation", () => {
    const full: Operation = {
      ...least,
      expects: {
        pools: [{ botId: "b", version: "2", frozen: false }],
        unpaused: ["b"],
        positions: [{ userId: "u", botId: "b", version: "0" }],
      },
      writes: { positions: [position] },
      answer: { userId: "u", call: "POST /x", key: "k", payloadHash: "00", status: 201, body: "{}" },
    };
    expect(listGiven([least, full])).toEqual({
      ...{ operations_id: "{id-1,id-1}", operations_kind: "{NULL,NULL}" },
      ...{ operations_actor_id: "{NULL,NULL}", operations_reason: "{NULL,NULL}" },
      ...{ pools_op: "{2}", pools_bot_id: "{b}", pools_version: "{2}", pools_frozen: "{false}" },
      ...{ unpaused_op: "{2}", unpaused_bot_id: "{b}" },
      ...{ held_op: "{2}", held_user_id: "{u}", held_bot_id: "{b}", held_version: "{0}" },
      ...{ positions_op: "{2}", positions_user_id: "{u}", positions_bot_id: "{b}", positions_units: "{1.5}" },
      ...{ positions_own_deposit: "{1.00}", positions_own_profit: "{0.50}", positions_loss_carried: "{0.00}" },
      ...{ positions_user_share_pct: "{80}", positions_is_active: "{true}", positions_version: "{3}" },
      ...{ positions_stop_loss_pct: "{12.50}", positions_take_profit_pct: "{NULL}" },
      ...{
        positions_stop_nav: "{0.9}",
        positions_take_nav: "{NULL}",
        positions_interest: "{0}",
        positions_interest_sum: "{0}",
        positions_share_above: '{"bills"}',
        positions_bill_interest: "{-0.5}",
        positions_bill_index: "{1.2}",
      },
      ...{ answers_op: "{2}", answers_user_id: "{u}", answers_call: '{"POST /x"}', answers_key: '{"k"}' },
      ...{ answers_payload_hash: '{"00"}', answers_status: "{201}", answers_body: '{"{}"}' },
    });
  });

  it("have the less common expectations and rows as JSON", () => {
    const others = (operations: readonly Operation[]): unknown =>
      JSON.parse(String(toPostArguments(operations)[place("others")]));
    const rare: Operation = { ...least, expects: { balances: { market: "1" }, openRails: ["mpesa"] } };
    const rows: Operation = { ...least, writes: { marks: [mark], engines: [{ botId: "b", state: { at: 1 } }] } };
    const row = { bot_id: "b", version: "1", entry_mark: "1", exit_mark: "1", price: "1", bar_time: null };
    expect(others([least, rare, rows])).toEqual([
      { op: 2, expects: { openRails: ["mpesa"] } },
      { op: 3, writes: { marks: [row], engines: [{ botId: "b", state: { at: 1 } }] } },
    ]);
    expect(others([{ ...least, writes: { marks: [mark] } }])).toEqual([{ op: 1, writes: { marks: [row] } }]);
  });
});
