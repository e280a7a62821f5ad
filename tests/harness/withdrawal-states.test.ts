import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { payoutStates, withdrawalStatuses } from "@wazi/contracts";
import { readStates, takeTransition } from "../../apps/server/src/withdrawals/requests/transitions.ts";

const SERVER = fileURLToPath(new URL("../../apps/server/src", import.meta.url));
const states: ReadonlySet<string> = new Set([...withdrawalStatuses, ...payoutStates]);
const fields: ReadonlySet<string> = new Set(["status", "state"]);

function listSources(ending: string): string[] {
  const names = readdirSync(SERVER, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(ending) && !name.endsWith(".test.ts"));
}

/** True if the value can be a state that is written down here: a text, or a choice between texts. */
function isStateText(value: ts.Expression): boolean {
  if (ts.isStringLiteralLike(value)) return states.has(value.text);
  if (ts.isConditionalExpression(value)) return isStateText(value.whenTrue) || isStateText(value.whenFalse);
  if (ts.isAsExpression(value) || ts.isParenthesizedExpression(value)) return isStateText(value.expression);
  if (ts.isBinaryExpression(value)) return isStateText(value.right);
  return false;
}

/** Places that set a state of a withdrawal or a payment: `{ status: "completed" }` or `row.state = "sent"`. */
function findSetStates(name: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && fields.has(node.name.getText()) && isStateText(node.initializer)) {
      found.push(`${name}: ${node.getText()}`);
    }
    const isAssignment = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
    if (isAssignment && ts.isPropertyAccessExpression(node.left) && fields.has(node.left.name.text)) {
      found.push(`${name}: ${node.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true), visit);
  return found;
}

/** Statements that set a state in SQL. The door writes whole rows, which come from the operations. */
function findUpdates(name: string, text: string): string[] {
  const updates = text.matchAll(
    /\bupdate\s+(?:withdrawals|payouts)\b(?:\s+\w+)?\s+set\b(.*?)(?:\bwhere\b|\bfrom\b|;|`)/gs,
  );
  return [...updates].filter(([, set = ""]) => /\b(?:status|state)\s*=/.test(set)).map(([all]) => `${name}: ${all}`);
}

const read = (name: string): string => readFileSync(join(SERVER, name), "utf8");

describe("the states of withdrawals and of their payments", () => {
  it("are set by the transition function alone", () => {
    const inside = listSources(".ts").filter((name) => name.startsWith("withdrawals/"));
    expect(inside.length).toBeGreaterThan(20);
    expect(inside.flatMap((name) => findSetStates(name, read(name)))).toEqual([]);
  });

  it("are not set by other nouns or by SQL beside the door", () => {
    const rows = /RowFor<"(?:withdrawals|payouts)">/;
    const others = listSources(".ts").filter((name) => !name.startsWith("withdrawals/"));
    expect(others.filter((name) => rows.test(read(name)))).toEqual([]);
    // A restore takes back what was approved and not sent, before any process uses the copy.
    const restore = "platform/backup/store.ts";
    const sources = [...listSources(".ts"), ...listSources(".sql")].filter((name) => name !== restore);
    expect(sources.flatMap((name) => findUpdates(name, read(name)))).toEqual([]);
  });

  it("are noticed where they are planted", () => {
    const planted = [
      'const a = { status: "completed" };',
      'const a = { state: isOld ? state : "sent" };',
      'row.status = "x";',
    ];
    for (const text of planted) expect(findSetStates("planted.ts", text), text).toHaveLength(1);
    const sql = [
      "update withdrawals set status = 'rejected' where id = 1",
      "update payouts p set state = 'sent' from x",
    ];
    for (const text of sql) expect(findUpdates("planted.sql", text), text).toHaveLength(1);
    expect(findUpdates("fine.sql", "update payouts set next_at = now() where state = 'sent'")).toEqual([]);
  });
});

describe("the transition of a withdrawal", () => {
  const at = (withdrawal: (typeof withdrawalStatuses)[number], payout: (typeof payoutStates)[number] | null) =>
    readStates({ status: withdrawal }, payout === null ? null : { state: payout, rail: "paystack", providerId: null });
  const all = withdrawalStatuses.flatMap((status) => [null, ...payoutStates].map((payout) => at(status, payout)));

  it("never ends a withdrawal twice by a person", () => {
    for (const states of all.filter(({ withdrawal }) => withdrawal === "completed" || withdrawal === "rejected")) {
      for (const type of ["cancel", "reject", "approve"] as const)
        expect(takeTransition(states, { type })).toEqual({ refused: "ended" });
      const byHand = { type: "pay-by-hand", reference: "given", hasFee: false } as const;
      expect(takeTransition(states, byHand)).toEqual({ refused: "ended" });
    }
  });

  it("returns no money that may have left", () => {
    for (const states of all.filter(({ withdrawal }) => withdrawal === "processing")) {
      for (const type of ["cancel", "reject", "delete"] as const) {
        expect(takeTransition(states, { type })).toEqual({ refused: "being-paid-out" });
      }
    }
  });

  it("moves the hold once: a payment without a result is the only one that can be confirmed", () => {
    for (const states of all) {
      const isSent = states.payout === "sent" || states.payout === "unknown";
      const next = takeTransition(states, { type: "confirm", by: "rail" });
      expect("refused" in next ? null : next.posts).toBe(isSent ? "withdrawal-paid" : null);
    }
  });
});
