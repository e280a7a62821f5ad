import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Operation } from "./operation.ts";
import { postArguments, toPostArguments } from "./post-arguments-store.ts";

const place = (name: string): number => postArguments.findIndex((each) => each.name === name);

function operation(reason: string | null, balance: string): Operation {
  return {
    operationId: randomUUID(),
    locks: { pools: {}, accounts: [] },
    expects: { balances: { market: balance } },
    transaction: { kind: "adjustment", actorId: null, reason, entries: [] },
  };
}

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
});
