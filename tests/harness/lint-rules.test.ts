import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cataloguedRefusals, REFUSAL_WITH_TEXT, refusalsWithTexts } from "./planted-refusals.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CONFIG_FILES = [".oxlintrc.json", "tsconfig.json", "apps/web/tsconfig.json"];
const PROGRAMS = ["ops/scripts/lint-rules.mjs", "ops/scripts/check-names.mjs", "ops/scripts/project.mjs"];
const SERVER = "apps/server/src";
const DOMAIN = "packages/domain/src";
const WEB = "apps/web/src";

/** Code that breaks each rule. The rules about types are tried with code that has them. */
const plantedViolations: Record<string, string> = {
  "for-direction": "for (let i = 0; i < 5; i--) g(i);",
  "no-async-promise-executor": "export const a = new Promise(async (done) => { done(await p()); });",
  "no-case-declarations": "switch (n) { case 1: let a = 2; g(a); }",
  "no-compare-neg-zero": "g(n === -0);",
  "no-cond-assign": "let m = 1; if ((n > 0, m = n)) g(m); if (m = n) g(m);",
  "no-constant-binary-expression": "g({} === o);",
  "no-constant-condition": "if (true) g(1);",
  "no-control-regex": "g(/\\x1f/);",
  "no-debugger": "debugger;",
  "no-dupe-else-if": "if (n > 1) g(1); else if (n > 1) g(2);",
  "no-duplicate-case": "switch (n) { case 1: g(1); break; case 1: g(2); }",
  "no-empty": "if (n > 1) {}",
  "no-empty-character-class": "g(/^abc[]/);",
  "no-empty-pattern": "const {} = o;",
  "no-empty-static-block": "export class C { static {} }",
  "no-ex-assign": "try { g(1); } catch (e) { e = 1; g(e); }",
  "no-extra-boolean-cast": "if (!!n) g(1);",
  "no-fallthrough": "switch (n) { case 1: g(1); case 2: g(2); }",
  "no-global-assign": "Object = null as never;",
  "no-invalid-regexp": 'g(new RegExp("["));',
  "no-irregular-whitespace": "g(\u00a01);",
  "no-loss-of-precision": "g(5123000000000000000000000000001);",
  "no-misleading-character-class": "g(/[\u{1f44d}]/);",
  "no-prototype-builtins": 'g(o.hasOwnProperty("a"));',
  "no-regex-spaces": "g(/a   b/);",
  "no-self-assign": "let m = n; m = m; g(m);",
  "no-self-compare": "g(n === n);",
  "no-shadow-restricted-names": "function h(undefined: number) { g(undefined); } h(1);",
  "no-sparse-arrays": "g([1, , 2]);",
  "no-unassigned-vars": "let m: number | undefined; g(m);",
  "no-unexpected-multiline": "const m = g\n(1); g(m);",
  "no-unsafe-finally": "function h() { try { return 1; } finally { return 2; } } h();",
  "no-unsafe-optional-chaining": "g((o?.f)());",
  "no-unused-labels": "label: g(1);",
  "no-unused-private-class-members": "export class C { #a = 1; }",
  "no-useless-assignment": "let m = n; m = 2; g(m);",
  "no-useless-backreference": "g(/(?:a|\\1(b))/);",
  "no-useless-catch": "try { g(1); } catch (e) { throw e; }",
  "no-useless-escape": 'g("\\d");',
  "preserve-caught-error": 'try { g(1); } catch { g(2); } try { g(1); } catch (e) { throw new Error("a"); }',
  "require-yield": "export function* h() { g(1); }",
  "use-isnan": "g(n === NaN);",
  "valid-typeof": 'g(typeof n === "strnig");',
  "no-array-constructor": "g(new Array(1, 2));",
  "no-console": "console.log(1);",
  "no-unused-expressions": "n > 1;",
  "no-unused-vars": "const unused = 1;",
  "no-var": "var m = 1; g(m);",
  "prefer-const": "let m = 1; g(m);",
  "prefer-rest-params": "export function h() { g(arguments); }",
  "prefer-spread": "g.apply(undefined, list);",
  eqeqeq: "g(n == 1);",
  "max-lines": "g(1);\n".repeat(401),
  "max-lines-per-function": `export function h() {\n${"  g(1);\n".repeat(70)}}`,
  "typescript/await-thenable": "await n;",
  "typescript/ban-ts-comment": "// @ts-ignore\ng(1);",
  "typescript/consistent-type-imports": 'import { Foo } from "node:fs"; export type A = Foo;',
  "typescript/no-array-delete": "const list = [1]; delete list[0];",
  "typescript/no-base-to-string": "g(`${String({ a: 1 })}`);",
  "typescript/no-duplicate-enum-values": "export enum E { A = 1, B = 1 }",
  "typescript/no-duplicate-type-constituents": "export type A = string | string;",
  "typescript/no-empty-object-type": "export type A = {};",
  "typescript/no-explicit-any": "export type A = any;",
  "typescript/no-extra-non-null-assertion": "g(o!!.a);",
  "typescript/no-floating-promises": "p();",
  "typescript/no-for-in-array": "for (const i in [1, 2]) g(i);",
  "typescript/no-implied-eval": 'setTimeout("1", 1);',
  "typescript/no-misused-new": "export interface I { new (): I; }",
  "typescript/no-misused-promises": "if (p()) g(1);",
  "typescript/no-namespace": "export namespace N { export const a = 1; }",
  "typescript/no-non-null-asserted-optional-chain": "g(o?.f!);",
  "typescript/no-non-null-assertion": "g(maybe!);",
  "typescript/no-redundant-type-constituents": "export type A = unknown | string;",
  "typescript/no-require-imports": 'import fs = require("fs"); g(fs);',
  "typescript/no-this-alias": "export class C { h() { const self = this; g(self); } }",
  "typescript/no-unnecessary-type-assertion": "g(n as number); g(n!);",
  "typescript/no-unnecessary-type-constraint": "export type A<T extends unknown> = T[];",
  "typescript/no-unsafe-argument": "takesNumber(untyped);",
  "typescript/no-unsafe-assignment": "const m: number = untyped; g(m);",
  "typescript/no-unsafe-call": "untyped();",
  "typescript/no-unsafe-declaration-merging": "export interface M { a: number } export class M {}",
  "typescript/no-unsafe-enum-comparison": "enum E { A = 1 } g(E.A === (n as 1));",
  "typescript/no-unsafe-function-type": "export type A = Function;",
  "typescript/no-unsafe-member-access": "g(untyped.a);",
  "typescript/no-unsafe-return": "export function h(): number { return untyped; }",
  "typescript/no-unsafe-unary-minus": 'g(-("a" as string));',
  "typescript/no-wrapper-object-types": "export type A = String;",
  "typescript/only-throw-error": 'throw "a";',
  "typescript/prefer-as-const": 'export const a = "a" as "a";',
  "typescript/prefer-namespace-keyword": "declare module Planted {}",
  "typescript/prefer-promise-reject-errors": 'g(Promise.reject("a"));',
  "typescript/require-await": "export async function h() { g(1); }",
  "typescript/restrict-plus-operands": 'g({} + "a");',
  "typescript/restrict-template-expressions": "g(`${{ a: 1 }}`);",
  "typescript/switch-exhaustiveness-check": "switch (kind) { case 'a': g(1); }",
  "typescript/triple-slash-reference": '/// <reference path="./planted.d.ts" />',
  "typescript/unbound-method": "const m = object.method; g(m);",
};

/** The declarations that the code above uses. */
const CONTEXT = `
declare function g(...given: unknown[]): unknown;
declare function takesNumber(given: number): void;
declare function p(): Promise<number>;
declare let n: number;
declare const maybe: number | undefined;
declare const untyped: any;
declare const kind: "a" | "b";
declare const list: number[];
declare const o: { a: number; f(): number; hasOwnProperty(name: string): boolean };
declare const object: Known;
declare class Known { a: number; method(): number; }
`;

/** Code that breaks the rules that apply to JavaScript only: in TypeScript, the compiler reports the same. */
const plantedScripts: Record<string, string> = {
  "constructor-super": "export class C extends Object { constructor() { g(1); } }",
  "getter-return": "export const a = { get b() { g(1); } };",
  "no-class-assign": "class C {} C = 1; g(C);",
  "no-const-assign": "const a = 1; a = 2; g(a);",
  "no-dupe-class-members": "export class C { a() {} a() {} }",
  "no-dupe-keys": "export const a = { b: 1, b: 2 };",
  "no-func-assign": "function h() {} h = 1; g(h);",
  "no-import-assign": 'import fs from "node:fs"; fs = 1; g(fs);',
  "no-new-native-nonconstructor": "g(new Symbol());",
  "no-obj-calls": "g(Math());",
  "no-redeclare": "function h() { var a = 1; var a = 2; g(a); } h();",
  "no-setter-return": "export const a = { set b(value) { return value; } };",
  "no-this-before-super": "export class C extends Object { constructor() { this.a = 1; super(); } }",
  "no-undef": "nowhere(1);",
  "no-unreachable": "export function h() { return 1; g(2); }",
  "no-unsafe-negation": "g(!n in o);",
  "no-unused-vars": "try { g(1); } catch (unused) { g(2); }",
};

/** preserve-manual-memoization is missing: no code is known that it, or the rule of React's own plugin, reports. */
const plantedComponents: Record<string, string> = {
  "no-restricted-imports": 'import { useMutation } from "@tanstack/react-query"; export const useIt = useMutation;',
  "react/rules-of-hooks": "export function C({ a }: { a: boolean }) { if (a) useState(1); return <p />; }",
  "react/exhaustive-deps":
    "export function C({ a }: { a: number }) { useEffect(() => { document.title = String(a); }, []); return <p />; }",
  "react/static-components": "export function C() { const Inner = () => <p />; return <Inner />; }",
  "react/use-memo": "export function C({ a }: { a: number }) { const b = useMemo((c) => a, [a]); return <p>{b}</p>; }",
  "react/incompatible-library":
    'import { useForm } from "react-hook-form"; export function C() { const { watch } = useForm(); return <p>{String(watch("a"))}</p>; }',
  "react/immutability": "export function C({ a }: { a: { b: number } }) { a.b = 1; return <p>{a.b}</p>; }",
  "react/globals": "let total = 0; export function C() { total += 1; return <p>{total}</p>; }",
  "react/refs": "export function C() { const a = useRef(1); return <p>{a.current}</p>; }",
  "react/set-state-in-effect":
    "export function C() { const [a, setA] = useState(0); useEffect(() => { setA(1); }, []); return <p>{a}</p>; }",
  "react/error-boundaries": "export function C() { try { return <p />; } catch { return null; } }",
  "react/purity": "export function C() { const a = Math.random(); return <p>{a}</p>; }",
  "react/set-state-in-render": "export function C() { const [a, setA] = useState(0); setA(1); return <p>{a}</p>; }",
  "react/unsupported-syntax": 'export function C() { eval("1"); return <p />; }',
};

const hooksIn = (code: string): string =>
  [...new Set(code.match(/\buse[A-Z]\w*(?=\()/g))].filter((name) => name !== "useForm").join(", ");

const SQL_REFUSAL = "SQL belongs in a store.ts; call one of its functions.";
const statements = [
  "await sql`select 1`;",
  "await deps.sql<Row[]>`select 1`;",
  "const text = part`a = ${1}`;",
  'await sql.unsafe("select 1");',
];
const COLUMN_REFUSAL = "A column's name belongs in a store.ts; use camel case here.";
const DAY_REFUSAL =
  "The length of a day is DAY_MS or DAY_SECONDS of @wazi/contracts (packages/domain/src/durations.ts).";
const days = [
  "g(86_400);",
  "g(60 * 86_400_000);",
  "g(24 * 60 * 60);",
  "g(24 * 60 * 60 * 1_000);",
  "g(24 * 3_600_000);",
  "const HOUR_MS = n; g(24 * HOUR_MS);",
];
const COMMENT_REFUSAL = 'A comment does not open with What, Who, Whether or Of: say "True if …" or "The …".';
const comments = [
  "/** What it does. */ g(1);",
  "/**\n * Whether it does.\n */ g(1);",
  "// Who does it.\ng(1);",
  "/* Of the sum. */ g(1);",
];
const REPLAY_REFUSAL = "Take `now` as an argument: a replay must be exact.";
const columns = [
  "const row = { user_id: 1 };",
  "const { user_id: userId } = row;",
  "interface Row { user_id: string }",
  "const userId = row.user_id;",
  'const userId = row["user_id"];',
];
const SLEEP_REFUSAL = "Wait for the condition that this time stands for (eventually, expect.poll).";
const PAUSE_IMPORT = 'import { setTimeout as pause } from "node:timers/promises";';
const sleeps = [
  "await pause(500);",
  "for (let each = 0; each < 3; each += 1) await pause(100);",
  "void pause(20).then(() => g(1));",
  "await new Promise((resolve) => setTimeout(resolve, 100));",
  "while (n > 1) g(async () => { await pause(20); });",
  "await page.waitForTimeout(300);",
];
const looks = [
  "while (n > 1) await pause(20);",
  "do { await pause(20); } while (n > 1);",
  "for (;;) { if (n > 1) break; await pause(20); }",
  "while (n > 1) await new Promise((resolve) => setTimeout(resolve, 20));",
  "await new Promise((resolve) => setTimeout(resolve));",
  "setTimeout(() => g(1), 100);",
];
const harmless = ["const path = String.raw`a\\b`;", "const funds = { deposit_funds: 1 };"];

/** Code in a file, and the messages of our own rules, in the order of the lines. */
const plantedForOurRules: { file: string; code: readonly string[]; refusals: readonly string[] }[] = [
  ...[
    "deposits/requests/planted.ts",
    "ledger/door/planted.ts",
    "trader/loop/planted.ts",
    "trader/loop/planted-store.ts",
    "commands/seeding/planted.ts",
    "planted-main.ts",
  ].map((file) => ({
    file: `${SERVER}/${file}`,
    code: [...statements, ...columns, ...harmless],
    refusals: [...statements.map(() => SQL_REFUSAL), ...columns.map(() => COLUMN_REFUSAL)],
  })),
  ...[
    "deposits/requests/store.ts",
    "ledger/door/door-rows.ts",
    "ledger/door/door-tables.ts",
    "ledger/door/post.ts",
    "platform/paging/table-order.ts",
    "platform/db/planted.ts",
    "commands/planted.ts",
  ].map((file) => ({ file: `${SERVER}/${file}`, code: [...statements, ...columns], refusals: [] })),
  {
    file: `${SERVER}/trader/venue/ccxt-planted.ts`,
    code: [...statements, ...columns],
    refusals: statements.map(() => SQL_REFUSAL),
  },
  {
    file: `${DOMAIN}/planted.ts`,
    code: ["g(new Date());", "g(Date.now());", "g(Math.random());", "g(new Date(0));"],
    refusals: [REPLAY_REFUSAL, REPLAY_REFUSAL, "Take `random` as an argument: a replay must be exact."],
  },
  ...[`${SERVER}/deposits/requests/planted-days.ts`, `${WEB}/ui/planted-days.tsx`, `${DOMAIN}/planted-days.ts`].map(
    (file) => ({ file, code: [...days, "g(24 * 60, 3_600, 8.64);"], refusals: days.map(() => DAY_REFUSAL) }),
  ),
  ...[`${DOMAIN}/durations.ts`, `${DOMAIN}/planted-days.test.ts`, "packages/proofs/src/checker/planted-days.ts"].map(
    (file) => ({ file, code: days, refusals: [] }),
  ),
  ...[
    `${SERVER}/deposits/requests/planted-comments.ts`,
    `${WEB}/ui/planted-comments.tsx`,
    "ops/scripts/planted.mjs",
  ].map((file) => ({
    file,
    code: [...comments, "/** The sum of what it does. */ g(1);", "g(1); // Office hours."],
    refusals: comments.map(() => COMMENT_REFUSAL),
  })),
  {
    file: "tests/races/planted-sleeps.test.ts",
    code: [PAUSE_IMPORT, ...sleeps, ...looks],
    refusals: sleeps.map(() => SLEEP_REFUSAL),
  },
  {
    file: `${SERVER}/deposits/requests/planted-refusals.ts`,
    code: [...refusalsWithTexts, ...cataloguedRefusals],
    refusals: refusalsWithTexts.map(() => REFUSAL_WITH_TEXT),
  },
  { file: `${SERVER}/deposits/requests/planted-refusals.test.ts`, code: refusalsWithTexts, refusals: [] },
  { file: "lab/planted-sleeps.ts", code: sleeps, refusals: [] },
  { file: `${DOMAIN}/planted.test.ts`, code: ["g(new Date());"], refusals: [] },
];

const OUR_TEXTS = new Set(plantedForOurRules.flatMap(({ refusals }) => refusals));
/** Rules of `plantedForOurRules`, and those without a known violation. */
const TRIED_ELSEWHERE = [
  ...[
    "sql-in-stores",
    "columns-in-stores",
    "no-current-date",
    "days-have-one-home",
    "comments-open-plainly",
    "no-fixed-sleeps",
    "refusals-in-catalogues",
    "no-restricted-properties",
    "no-restricted-globals",
  ],
  "preserve-manual-memoization",
];

const CONSTANTS = `export const aString = "a";
export const aNumber = 1 as const;
export const maybeString = "a" as string | undefined;
export const computed = Math.max(1, 2);
export const { length: taken } = "abc";
const a_b = "a" + computed;
export const FINE = 1, list = [1], isFine = true, made = (): string => a_b, kind = Symbol("a"), NEXT_2 = 2;
export function f(): number { const inside = 1; return inside; }
`;

interface Config {
  readonly rules?: Record<string, unknown>;
  readonly overrides: readonly { rules?: Record<string, unknown> }[];
}

interface Finding {
  readonly filename: string;
  readonly code: string;
  readonly message: string;
  readonly help?: string;
  readonly labels: readonly { span: { offset: number } }[];
}

let tree: string;
let findings: Finding[];
let misnamed: string[];

function write(file: string, code: string): string {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), code);
  return file;
}

const fileOf = (rule: string, isScript = false): string => {
  const name = `planted-${rule.replace("/", "-")}`;
  if (isScript) return `ops/scripts/${name}.mjs`;
  return rule in plantedComponents ? `${WEB}/ui/${name}.tsx` : `packages/trading/src/${name}.ts`;
};

function plantAll(): void {
  write("packages/trading/src/context.d.ts", CONTEXT);
  for (const [rule, code] of Object.entries(plantedViolations)) write(fileOf(rule), `${code}\nexport {};\n`);
  for (const [rule, code] of Object.entries(plantedScripts)) write(fileOf(rule, true), code);
  for (const [rule, code] of Object.entries(plantedComponents))
    write(fileOf(rule), `import { ${hooksIn(code)} } from "react";\n${code}\n`);
  const wrap = (line: string): string => (line.startsWith("import ") ? line : `{ ${line}\n}`);
  for (const { file, code } of plantedForOurRules) write(file, code.map(wrap).join("\n"));
  write(`${DOMAIN}/planted-names.ts`, CONSTANTS);
}

function lint(): Finding[] {
  const cli = join(ROOT, "node_modules/oxlint/bin/oxlint");
  const options = { cwd: tree, encoding: "utf8", maxBuffer: 2 ** 28 } as const;
  const { stdout } = spawnSync(process.execPath, [cli, "-f", "json"], options);
  return (JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics;
}

function findNames(): string[] {
  const { stdout } = spawnSync(process.execPath, ["ops/scripts/check-names.mjs"], { cwd: tree, encoding: "utf8" });
  return [...stdout.matchAll(/planted-names\.ts:(\d+ \w+):/g)].map(([, found = ""]) => found);
}

/** The rules that report this file, without the name of their plugin. */
function rulesThatReport(file: string): string[] {
  const own = findings.filter(({ filename }) => filename.endsWith(file));
  return own.map(({ code }) => /\((.+)\)/.exec(code)?.[1] ?? "");
}

beforeAll(() => {
  tree = realpathSync(mkdtempSync(join(tmpdir(), "wazi-lint-")));
  for (const file of [...CONFIG_FILES, ...PROGRAMS]) write(file, readFileSync(join(ROOT, file), "utf8"));
  symlinkSync(join(ROOT, "node_modules"), join(tree, "node_modules"));
  plantAll();
  findings = lint();
  misnamed = findNames();
});

afterAll(() => {
  rmSync(tree, { recursive: true, force: true });
});

const nameOf = (rule: string): string => rule.slice(rule.indexOf("/") + 1);

describe("lint", () => {
  test.each(Object.keys({ ...plantedViolations, ...plantedComponents }))("%s reports its planted violation", (rule) => {
    expect(rulesThatReport(fileOf(rule))).toContain(nameOf(rule));
  });

  test.each(Object.keys(plantedScripts))("%s reports its planted violation in JavaScript", (rule) => {
    expect(rulesThatReport(fileOf(rule, true))).toContain(rule);
  });

  test.each(plantedForOurRules)(
    "$file is held to where SQL, columns, clocks, lengths of days, comments, texts and sleeps belong",
    ({ file, refusals }) => {
      const own = findings.filter(({ filename }) => filename.endsWith(file));
      const inOrder = own.sort((a, b) => (a.labels[0]?.span.offset ?? 0) - (b.labels[0]?.span.offset ?? 0));
      const texts = inOrder.map(({ message, help }) => [message, help].find((text) => OUR_TEXTS.has(text ?? "")));
      expect(texts.filter((text) => text !== undefined)).toEqual(refusals);
    },
  );

  test("every configured rule has a planted violation", () => {
    const config = JSON.parse(readFileSync(join(ROOT, ".oxlintrc.json"), "utf8")) as Config;
    const configured = [config, ...config.overrides].flatMap(({ rules = {} }) => Object.keys(rules));
    const tried = [plantedViolations, plantedScripts, plantedComponents].flatMap((each) => Object.keys(each));
    expect(new Set(tried.map(nameOf).concat(TRIED_ELSEWHERE))).toEqual(new Set(configured.map(nameOf)));
  });

  test("a module's constant with a number or a string is UPPER_CASE", () => {
    expect(misnamed).toEqual(["1 aString", "2 aNumber", "3 maybeString", "4 computed", "5 taken", "6 a_b"]);
  });
});
