import type { Plugin } from "vite";

interface SyntaxNode {
  type: string;
  start: number;
  end: number;
}

interface Expression extends SyntaxNode {
  callee?: { name?: string };
  /** The properties of an object literal. */
  properties?: { value?: SyntaxNode }[];
  arguments?: (SyntaxNode & { properties?: (SyntaxNode & { key?: { name?: string } })[] })[];
}

interface Statement extends SyntaxNode {
  declaration?: Statement | null;
  declarations?: { init?: Expression | null }[];
}

interface Edit {
  start: number;
  end: number;
  text: (old: string) => string;
}

/** Finds `const name = call(…)` and `const name = { key: call(…) }` at the top level of a module. */
function topLevelCalls(statements: readonly Statement[]): Expression[] {
  return statements
    .flatMap((statement) => (statement.declaration ?? statement).declarations ?? [])
    .flatMap(({ init }) => (init !== undefined && init !== null && makesSchemas(init) ? [init] : []));
}

function makesSchemas({ type, properties = [] }: Expression): boolean {
  if (type === "CallExpression") return true;
  return type === "ObjectExpression" && properties.some(({ value }) => value?.type === "CallExpression");
}

/** The parts of a call's definition that a client needs. Only the server and the descriptions of the API read the others. */
const kept: ReadonlySet<string | undefined> = new Set(["method", "path", "body", "movesMoney"]);

/** Reduces a defined call to the parts that a client needs. */
function definitionEdits({ start, end, callee, arguments: given }: Expression): Edit[] | undefined {
  const described = callee?.name === "defineCall" ? given?.[0] : undefined;
  if (described === undefined) return undefined;
  const properties = described.properties ?? [];
  const unused = properties.flatMap((property, index) => {
    if (kept.has(property.key?.name)) return [];
    return [{ start: property.start, end: properties[index + 1]?.start ?? property.end, text: () => "" }];
  });
  return [{ start, end: described.start, text: () => "" }, ...unused, { start: described.end, end, text: () => "" }];
}

function apply(code: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((first, second) => second.start - first.start)
    .reduce(
      (text, edit) => text.slice(0, edit.start) + edit.text(text.slice(edit.start, edit.end)) + text.slice(edit.end),
      code,
    );
}

/**
 * The server validates parameters, queries and answers; the web app needs only their types. This removes those schemas
 * and the documentation from the calls, and marks every unused schema as removable, because a bundler cannot know that `z.string().check(…)`
 * has no side effects. The forms' own checks are all that remains of zod.
 */
export function dropUnusedSchemas(): Plugin {
  return {
    name: "drop-unused-schemas",
    apply: "build",
    transform: {
      filter: { id: /packages\/contracts\/src\/[\w/-]+\.ts$/ },
      handler(code) {
        const calls = topLevelCalls(this.parse(code).body as unknown as Statement[]);
        const edits = calls.flatMap(
          (call) =>
            definitionEdits(call) ?? [
              { start: call.start, end: call.end, text: (old: string) => `/* @__PURE__ */ (() => (${old}))()` },
            ],
        );
        return { code: apply(code, edits), map: null };
      },
    },
  };
}
