import type { Plugin } from "vite";

interface SyntaxNode {
  type: string;
  start: number;
  end: number;
}

interface Expression extends SyntaxNode {
  callee?: { name?: string };
  /** Of an object. */
  properties?: { value?: SyntaxNode }[];
  arguments?: (SyntaxNode & { properties?: { key?: { name?: string }; value: SyntaxNode }[] })[];
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

/** What stands at a module's top as `const name = call(…)`, or as `const name = { key: call(…) }`. */
function topLevelCalls(statements: readonly Statement[]): Expression[] {
  return statements
    .flatMap((statement) => (statement.declaration ?? statement).declarations ?? [])
    .flatMap(({ init }) => (init !== undefined && init !== null && makesSchemas(init) ? [init] : []));
}

function makesSchemas({ type, properties = [] }: Expression): boolean {
  if (type === "CallExpression") return true;
  return type === "ObjectExpression" && properties.some(({ value }) => value?.type === "CallExpression");
}

/** What of a call's description only a server looks at, and what stands in its place in the browser. */
const leftOut: Readonly<Record<string, string>> = { answers: "{}", params: "undefined", query: "undefined" };

/** Leaves of a defined call what a client needs of it: the object that describes it, without what only a server looks at. */
function definitionEdits({ start, end, callee, arguments: given }: Expression): Edit[] | undefined {
  const described = callee?.name === "defineCall" ? given?.[0] : undefined;
  if (described === undefined) return undefined;
  const unused = (described.properties ?? []).flatMap(({ key, value }) => {
    const text = leftOut[key?.name ?? ""];
    return text === undefined ? [] : [{ start: value.start, end: value.end, text: () => text }];
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
 * The server checks parameters, queries and its answers; the web app needs their types alone. So these schemas are taken out of
 * the contracts' calls, and every schema that is then not used is marked as one that can be dropped (a bundler can't know
 * that `z.string().check(…)` does nothing but make a value). What is left of zod is what the forms check with.
 */
export function dropUnusedSchemas(): Plugin {
  return {
    name: "drop-unused-schemas",
    apply: "build",
    transform: {
      filter: { id: /packages\/contracts\/src\/[\w-]+\.ts$/ },
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
