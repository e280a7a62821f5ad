import { describe, expect, it } from "vitest";
import { buildJsonRow, listSelectColumns, toDoorRows, type RowFor } from "./door-rows.ts";

const mark: RowFor<"marks"> = {
  botId: "00000000-0000-4000-8000-000000000001",
  version: "1",
  entryMark: "1",
  exitMark: "1",
  price: "1",
  barTime: null,
};

describe("the columns of the door's tables", () => {
  it("are read under their names in camel case, with figures as texts", () => {
    expect(listSelectColumns("marks")).toBe(
      'bot_id as "botId", version::text as "version", entry_mark::text as "entryMark", ' +
        'exit_mark::text as "exitMark", price::text as "price", bar_time as "barTime"',
    );
    expect(buildJsonRow("marks", "m")).toBe(
      "jsonb_build_object('botId', m.bot_id, 'version', m.version::text, 'entryMark', m.entry_mark::text, " +
        "'exitMark', m.exit_mark::text, 'price', m.price::text, 'barTime', m.bar_time)",
    );
    expect(listSelectColumns("positions")).toContain('is_active as "isActive"');
    expect(listSelectColumns("exits")).toContain('amount::text as "amount", status as "status"');
  });
});

describe("the rows that the ledger's door writes", () => {
  it("contain only columns of the table, with their SQL names", () => {
    const given = { ...mark, barTime: new Date(0), name: "not a column" };
    expect(toDoorRows({ marks: [given] })).toEqual({
      marks: [{ bot_id: mark.botId, version: "1", entry_mark: "1", exit_mark: "1", price: "1", bar_time: new Date(0) }],
    });
  });

  it("are left out when there are none", () => {
    expect(toDoorRows({ marks: [], exits: [] })).toEqual({});
  });

  it("are rejected when a column has no value", () => {
    const { barTime: _barTime, ...rest } = mark;
    expect(() => toDoorRows({ marks: [rest as typeof mark] })).toThrow("A row of marks has no value for barTime");
  });
});
