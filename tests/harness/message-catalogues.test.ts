import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import ts from "typescript";
import { describe, expect, it, test } from "vitest";

/** The scripts are plain JavaScript, which the compiler knows nothing of. */
const { CATALOGUES, compileCatalogue, listLanguages, readCatalogue } = (await import(
  new URL("../../ops/scripts/compile-messages.mjs", import.meta.url).href
)) as {
  CATALOGUES: string;
  listLanguages: () => string[];
  readCatalogue: (part: string, page: string, language?: string) => Record<string, string>;
  compileCatalogue: (catalogue: Record<string, string>, page: string) => string;
};

const SOURCES = fileURLToPath(new URL("../../apps/web/src", import.meta.url));
/** Attributes and parts of objects that only ever hold texts for people. */
const TEXT_NAMES = new Set(
  "alt aria-label caption empty heading hint intro label lead meaning missing pendingLabel placeholder submitLabel term title".split(
    " ",
  ),
);

const codeOf = (text: string): string => compileCatalogue({ key: text }, "page").split("\n\n")[1]?.trim() ?? "";

describe("a message", () => {
  test.each([
    ["Paid", 'export const key = "Paid";'],
    ["It's {percent}% of <balance/>", 'join("It\'s ", percent, "% of ", balance);'],
    ["${amount} left", "`$${amount} left`;"],
    ["See <link>the status page</link>.", 'join("See ", link("the status page"), ".");'],
    ["{count, plural, one {# bot} other {# bots}}", '`${(count === 1 ? `${count.toLocaleString("en")} bot` :'],
    ["{count, plural, =0 {none} other {some}}", '(count === 0 ? "none" : "some")'],
    ["{state, select, open {Open} other {Closed}}", '(state === "open" ? "Open" : "Closed")'],
    ["A '{brace}'", '"A {brace}"'],
  ])("%s becomes code", (text, code) => {
    expect(codeOf(text)).toContain(code);
  });

  test.each([
    [{ "no word": "x" }, 'page: the key "no word" is not a word such as "firstDeposit"'],
    [{ broken: "{count" }, "page: broken: EXPECT_ARGUMENT_CLOSING_BRACE"],
    [{ dated: "{at, date}" }, "page: dated: only plain arguments, plural, select and tags are used here"],
    [{ counted: "{count, plural, few {#} other {#}}" }, 'page: counted: "few" is no plural category of en'],
    [{ mixed: "<a>x</a> <a/>" }, 'page: mixed: "a" is used in two ways'],
  ])("%j is refused with its page and key", (catalogue, message) => {
    expect(() => compileCatalogue(catalogue as Record<string, string>, "page")).toThrow(message);
  });
});

describe("a language", () => {
  test.each(listLanguages())("%s has messages of English only, with their arguments", (language) => {
    for (const part of readdirSync(CATALOGUES))
      for (const name of readdirSync(join(CATALOGUES, part)))
        expect(() => readCatalogue(part, name.replace(".json", ""), language), name).not.toThrow();
  });

  it("is refused without a folder", () => {
    expect(() => readCatalogue("web", "dashboard", "xx")).toThrow('WAZI_LANGUAGE: "xx" has no folder. There are: en');
  });
});

const wordsOf = (text: string): string[] =>
  text
    .replace(/<\/?\w+\/?>/g, " ")
    .replace(/['’]/g, "")
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());

/** A key of several words that are the first words of its text. Such a key is wrong as soon as the wording changes. */
function repeatsText(key: string, text: string): boolean {
  const [words, keyWords] = [wordsOf(text), wordsOf(key.replace(/[A-Z]/g, " $&"))];
  return words.length >= 4 && keyWords.length > 1 && words.join("").startsWith(keyWords.join(""));
}

describe("a key", () => {
  test.each([
    ["practiceMoneyFailed", "Failed to add practice money", false],
    ["failedToAddPractice", "Failed to add practice money", true],
    ["aBotOftenWaits", "A bot often waits. It trades only when its rule says so.", true],
    ["itsPart", "It's part of the <balance/>", true],
    ["balance", "Balance of your account now", false],
    ["signIn", "Sign in", false],
  ])("%s for: %s", (key, text, isRefused) => {
    expect(repeatsText(key, text)).toBe(isRefused);
  });

  it("says place and purpose, and does not repeat the text", () => {
    const found = listMessages()
      .filter(({ key, text }) => repeatsText(key, text) || /[a-z]\d$/.test(key))
      .map(({ name, key }) => `${name}: ${key}`);
    expect(found, "name these by place and purpose, as dashboard.json: balanceChartRange").toEqual([]);
  });
});

/** The texts with which a message can begin, or end. An argument, and a part of the page, are a word. */
function listEdges(elements: readonly MessageFormatElement[], edge: "start" | "end"): string[] {
  const element = elements.at(edge === "start" ? 0 : -1);
  if (element === undefined) return [];
  if (element.type === TYPE.literal) return [element.value.replace(/<\w+\/>/g, "x")];
  if (element.type === TYPE.tag) {
    const [only, ...others] = element.children;
    const isLabel = only?.type === TYPE.literal && others.length === 0 && LABEL.test(only.value);
    return edge === "end" && isLabel ? ["x"] : listEdges(element.children, edge);
  }
  if (element.type !== TYPE.select && element.type !== TYPE.plural) return ["x"];
  const rest = edge === "start" ? elements.slice(1) : elements.slice(0, -1);
  return Object.values(element.options).flatMap(({ value }) => listEdges(value.length === 0 ? rest : value, edge));
}

const OPENING = /^([\s,.;:·)!?–—]|(and|or|but|is|are|has) )/;
const OPEN_END = /([\s,(·–—]| (and|or|but|of|the|a|an|with|for|from|at|per|than|that|as|if|by|to|in|on))$/;
/** A label such as "Sign in" or "Decided by", and a heading that asks, end as they should. */
const LABEL = /^\p{Lu}[\p{L}-]*( [\p{L}-]+){0,3}$|^(What|Where|Who|How) [\p{L} ]+$/u;

/** Messages that are whole in spite of their end: two salutations, two sentences, one with its subject in the column before. */
const WHOLE = new Set([
  "notices/mails.json: greeting",
  "notices/mails.json: greetingByName",
  "server/office.json: adjustmentWithoutBot",
  "web/admin-audit.json: sessionSignInText",
]);

/** A message that makes sense only before or after another one. Its place in the sentence differs in other languages. */
function isFragment(text: string): boolean {
  const elements = parse(text);
  if (listEdges(elements, "start").some((start) => OPENING.test(start))) return true;
  return !LABEL.test(text) && listEdges(elements, "end").some((end) => OPEN_END.test(end));
}

describe("a message is whole", () => {
  test.each([
    [", to {recipientName}", true],
    [". No reason was given.", true],
    [" by hand", true],
    ["is paused", true],
    ["<hidden>, done</hidden>", true],
    ["{count, plural, =0 {, none} other {some}}", true],
    ["This rate is held for", true],
    ["Only results from ", true],
    ["per payout, from", true],
    ["{a, select, x {Paid by} other {Paid for you by}}", true],
    ["{title}<hidden>, done</hidden>", false],
    ["<amount/> of <user/>", false],
    ["Deactivated{hasReason, select, yes {: {reason}} other {}}", false],
    ["Decided by", false],
    ["Where the figures come from", false],
  ])("%s: refused is %s", (text, isRefused) => {
    expect(isFragment(text)).toBe(isRefused);
  });

  it("in every catalogue", () => {
    const found = listMessages().filter(({ name, key, text }) => !WHOLE.has(`${name}: ${key}`) && isFragment(text));
    expect(
      found.map(({ name, key, text }) => `${name}: ${key}: ${text}`),
      "write the whole sentence, with a message for each case",
    ).toEqual([]);
  });
});

function listMessages(): { name: string; key: string; text: string }[] {
  const names = readdirSync(CATALOGUES, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
  return names.flatMap((name) =>
    Object.entries(JSON.parse(readFileSync(join(CATALOGUES, name), "utf8")) as Record<string, string>).map(
      ([key, text]) => ({ name, key, text }),
    ),
  );
}

it("no code puts a message into lower case", () => {
  const found = listSources().flatMap((name) => findNodes(name, isLoweredMessage));
  expect(found, "write a message for each case, as admin-users.json: kycDone").toEqual([]);
});

test.each([
  ["texts.stepDone.toLowerCase()", true],
  ["texts.kycState({ state }).toLocaleLowerCase()", true],
  ["roleLabels[role].toLowerCase()", true],
  ["roleLabels[body.role as AdminRole].toLowerCase()", true],
  ["props.label.toLowerCase()", true],
  ["term.toLowerCase()", true],
  ["user.email.toLowerCase()", false],
  ["network.toLowerCase()", false],
])("%s: refused is %s", (code, isRefused) => {
  const source = ts.createSourceFile("code.ts", code, ts.ScriptTarget.Latest, true);
  const [statement] = source.statements;
  const call = statement !== undefined && ts.isExpressionStatement(statement) ? statement.expression : undefined;
  expect(call !== undefined && isLoweredMessage(call)).toBe(isRefused);
});

/** The namespaces of catalogues, tables of words, and names of what is shown. */
const WORDS =
  /^(\w*[tT]exts|messages|\w*(Names|Labels|Words|Titles|Terms|Texts))$|^(label|term|title|heading|caption)$/;

/** True for `.toLowerCase()` on a message, on a word of a table of messages, or on a label. */
function isLoweredMessage(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  if (!/^to(Locale)?LowerCase$/.test(node.expression.name.text)) return false;
  let words: ts.Expression = node.expression.expression;
  if (ts.isCallExpression(words)) words = words.expression;
  const names = ts.isPropertyAccessExpression(words)
    ? [words.name.text, words.expression.getText()]
    : [ts.isElementAccessExpression(words) ? words.expression.getText() : words.getText()];
  return names.some((name) => WORDS.test(name));
}

it("no text for people is in the code of the web app", () => {
  const found = listSources().flatMap((name) => findNodes(name, isText));
  expect(found, "these belong into packages/contracts/messages/en/web").toEqual([]);
});

const listSources = (): string[] =>
  readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !/^(app\/gallery|messages)\//.test(name),
  );

function findNodes(name: string, isFound: (node: ts.Node) => boolean): string[] {
  const source = ts.createSourceFile(
    name,
    readFileSync(join(SOURCES, name), "utf8"),
    ts.ScriptTarget.Latest,
    true,
    name.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (isFound(node))
      found.push(`${name}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${node.getText().trim()}`);
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

/** Tables whose values are words for people: "markNames", "spoken", "explainedTerms". */
const WORD_TABLE = /(Names|Terms|Words|Titles)$|^(spoken|names|words|titles|labels)$/;
/** Parts of objects that hold words for people. */
const WORD_PARTS = new Set(["participle", "verb"]);

/** A branch of a choice between one and many, or between a word and an element. */
function isChosenWord(node: ts.StringLiteral | ts.NoSubstitutionTemplateLiteral): boolean {
  const { parent } = node;
  if (!ts.isConditionalExpression(parent) || parent.condition === node) return false;
  const other = parent.whenTrue === node ? parent.whenFalse : parent.whenTrue;
  if (/[!=]== 1$/.test(parent.condition.getText()) && ts.isStringLiteral(other) && /^\p{Ll}+$/u.test(node.text))
    return true;
  return /^\p{L}{2}/u.test(node.text) && (ts.isJsxElement(other) || ts.isJsxSelfClosingElement(other));
}

function isWordOfTable(node: ts.Node): boolean {
  const { parent } = node;
  if (!ts.isPropertyAssignment(parent) || parent.initializer !== node) return false;
  if (WORD_PARTS.has(parent.name.getText())) return true;
  let table: ts.Node = parent.parent.parent;
  if (ts.isAsExpression(table)) table = table.parent;
  return ts.isVariableDeclaration(table) && WORD_TABLE.test(table.name.getText());
}

function isText(node: ts.Node): boolean {
  if (ts.isJsxText(node)) return /\p{L}{2}/u.test(node.text);
  if (!ts.isStringLiteral(node) && !ts.isNoSubstitutionTemplateLiteral(node)) return false;
  if (isChosenWord(node)) return true;
  if (!/\p{L}{2}/u.test(node.text)) return false;
  if (isWordOfTable(node) || /^, \p{L}+$/u.test(node.text)) return true;
  const { parent } = node;
  if (ts.isJsxAttribute(parent)) return TEXT_NAMES.has(parent.name.getText());
  // A sentence: capital letter, words, full stop.
  const isError = ts.isNewExpression(parent);
  return !isError && !ts.isImportDeclaration(parent) && /^\p{Lu}\p{L}*( [\p{L}\d’',-]+)+[.?!]$/u.test(node.text);
}
