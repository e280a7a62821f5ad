import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { MESSAGE_MODULES, ROOT } from "./project.mjs";

/**
 * Makes a module of every message catalogue: `packages/contracts/messages/en/web/PAGE.json` (ICU MessageFormat) becomes
 * `apps/web/src/messages/PAGE.ts`, with one constant or function a message. Nothing of ICU is left to parse at run time.
 */
const LANGUAGES = join(ROOT, "packages/contracts/messages");
const ENGLISH = "en";
/** The language of a build: the name of a folder. */
export const LANGUAGE = process.env.WAZI_LANGUAGE ?? ENGLISH;
export const CATALOGUES = join(LANGUAGES, ENGLISH);
const HEAD =
  "// Made from the catalogue of the same name in packages/contracts/messages by `npm run wazi -- messages`.\n";
const PARTS = "../lib/message-parts.ts";

/** Returns the modules by their files. */
export function compileCatalogues() {
  return new Map(Object.keys(MESSAGE_MODULES).flatMap((part) => compileFolder(part)));
}

function compileFolder(part) {
  const names = readdirSync(join(CATALOGUES, part)).filter((name) => name.endsWith(".json"));
  return names.sort().map((name) => {
    const page = name.slice(0, -".json".length);
    return [join(MESSAGE_MODULES[part], `${page}.ts`), compileCatalogue(readCatalogue(part, page), page)];
  });
}

/**
 * Reads a catalogue in the language of the build. A message that the language does not have is in English.
 * @throws an error that names page and key, for a message that English does not have, or has with other arguments
 */
export function readCatalogue(part, page, language = LANGUAGE) {
  const known = listLanguages();
  if (!known.includes(language))
    throw new Error(`WAZI_LANGUAGE: "${language}" has no folder. There are: ${known.join(", ")}`);
  const [english, translated] = [ENGLISH, language].map((each) =>
    JSON.parse(readIfThere(join(LANGUAGES, each, part, `${page}.json`)) ?? "{}"),
  );
  const argumentsOf = (text) =>
    [...compileMessage(text).types]
      .map(([name, type]) => `${name}: ${type}`)
      .sort()
      .join();
  for (const [key, text] of Object.entries(translated)) {
    if (english[key] === undefined) throw new Error(`${language}: ${page}: ${key}: English has no such message`);
    if (argumentsOf(text) !== argumentsOf(english[key]))
      throw new Error(`${language}: ${page}: ${key}: its arguments are not those of the English message`);
  }
  return { ...english, ...translated };
}

export const listLanguages = () => readdirSync(LANGUAGES);

/**
 * Writes the modules that have changed, removes those without a catalogue, and returns the names of both. The modules are not in git: builds, checks
 * and tests call this first, and several may at once.
 */
export function writeMessageModules() {
  const modules = compileCatalogues();
  const old = Object.values(MESSAGE_MODULES).flatMap((folder) => {
    mkdirSync(folder, { recursive: true });
    const files = readdirSync(folder).map((name) => join(folder, name));
    return files.filter((file) => file.endsWith(".ts") && !modules.has(file));
  });
  for (const file of old) rmSync(file, { force: true });
  const changed = [...modules].filter(([file, text]) => readIfThere(file) !== text);
  for (const [file, text] of changed) {
    const written = `${file}.${process.pid}`;
    writeFileSync(written, text);
    renameSync(written, file);
  }
  return [...old, ...changed.map(([file]) => file)].map((file) => relative(ROOT, file));
}

function readIfThere(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/**
 * @param catalogue messages by key, in ICU MessageFormat
 * @returns the text of its module
 * @throws an error that names page and key, for a key that is no identifier and for a message that ICU cannot read
 */
export function compileCatalogue(catalogue, page) {
  return `${HEAD}${toModule(compileMessages(catalogue, page))}`;
}

/** The text of a module with these messages. */
export function toModule(messages) {
  const names = new Set(messages.flatMap(({ types, helpers }) => [...helpers, ...types.values()]));
  const imported = [...names].filter((name) => !PLAIN_TYPES.has(name)).sort();
  const list = imported.map((name) => (/^[A-Z]/.test(name) ? `type ${name}` : name)).join(", ");
  const lines = messages.map(({ key, types, code }) => `export const ${key} = ${toParameters(types)}${code};`);
  return `${list === "" ? "" : `import { ${list} } from "${PARTS}";\n`}\n${lines.join("\n")}\n`;
}

/** A value, the name that a message selects by, and a number for a plural. */
const PLAIN_TYPES = new Set(["string | number", "string", "number"]);

/** The messages of a catalogue: the code of each, the types of its arguments by name, and what it imports. */
export function compileMessages(catalogue, page) {
  return Object.entries(catalogue).map(([key, text]) => {
    if (!/^[a-z][A-Za-z0-9]*$/.test(key))
      throw new Error(`${page}: the key "${key}" is not a word such as "firstDeposit"`);
    try {
      return { key, ...compileMessage(text) };
    } catch (error) {
      throw new Error(`${page}: ${key}: ${error.message}`, { cause: error });
    }
  });
}

function compileMessage(text) {
  const helpers = new Set();
  const elements = splitParts(parse(text));
  const types = new Map();
  collectTypes(elements, types);
  const isRich = [...types.values()].some((type) => type === "ReactNode" || type === "Wrap");
  const code = isRich ? toNodes(elements, helpers) : toText(elements, helpers);
  return { code, types, helpers };
}

function toParameters(types) {
  if (types.size === 0) return "";
  const fields = [...types].map(([name, type]) => `${name}: ${type}`).join("; ");
  return `({ ${[...types.keys()].join(", ")} }: { ${fields} }) =>\n  `;
}

/** An element such as `<balance/>`, which the parser leaves as text: a part of the page without words of its own. */
const PART = /<(\w+)\/>/;
const PART_TYPE = "part";

function splitParts(elements) {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal) {
      return element.value
        .split(PART)
        .map((value, index) => (index % 2 === 1 ? { type: PART_TYPE, value } : { type: TYPE.literal, value }))
        .filter(({ type, value }) => type === PART_TYPE || value !== "");
    }
    if (element.type === TYPE.tag) return { ...element, children: splitParts(element.children) };
    if (element.options === undefined) return element;
    const options = Object.entries(element.options).map(([name, { value }]) => [name, { value: splitParts(value) }]);
    return { ...element, options: Object.fromEntries(options) };
  });
}

const VALUE = "string | number";

function collectTypes(elements, types) {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    const type = typeOf(element);
    const known = types.get(element.value);
    if (known !== undefined && known !== type && type !== VALUE && known !== VALUE)
      throw new Error(`"${element.value}" is used in two ways`);
    if (known === undefined || known === VALUE) types.set(element.value, type);
    if (element.type === TYPE.tag) collectTypes(element.children, types);
    for (const { value } of Object.values(element.options ?? {})) collectTypes(value, types);
  }
}

function typeOf({ type }) {
  if (type === TYPE.argument) return VALUE;
  if (type === TYPE.select) return "string";
  if (type === TYPE.plural) return "number";
  if (type === TYPE.tag) return "Wrap";
  if (type === PART_TYPE) return "ReactNode";
  throw new Error("only plain arguments, plural, select and tags are used here; format dates and amounts before");
}

/** The code of a string. */
function toText(elements, used, number = "") {
  if (elements.every(({ type }) => type === TYPE.literal)) return JSON.stringify(joinLiterals(elements));
  const parts = elements.map((element) => {
    if (element.type === TYPE.literal) return escapeTemplate(element.value);
    if (element.type === TYPE.pound) return `\${${showNumber(number)}}`;
    if (element.type === TYPE.argument) return `\${${element.value}}`;
    return `\${${choose(element, used, toText)}}`;
  });
  return `\`${parts.join("")}\``;
}

/** The code of what React draws. */
function toNodes(elements, used, number = "") {
  const parts = elements.map((element) => {
    if (element.type === TYPE.literal) return JSON.stringify(element.value);
    if (element.type === TYPE.pound) return showNumber(number);
    if (element.type === TYPE.argument || element.type === PART_TYPE) return element.value;
    if (element.type === TYPE.tag) return `${element.value}(${toNodes(element.children, used, number)})`;
    return choose(element, used, toNodes);
  });
  if (parts.length === 0) return '""';
  if (parts.length === 1) return parts[0];
  used.add("join");
  return `join(${parts.join(", ")})`;
}

const showNumber = (name) => `${name}.toLocaleString("${LANGUAGE}")`;
const joinLiterals = (elements) => elements.map(({ value }) => value).join("");
const escapeTemplate = (text) => text.replaceAll(/[\\`]|\$(?=\{)/g, "\\$&").replaceAll("\n", "\\n");

function choose(element, used, toCode) {
  const { value: name, options, type } = element;
  if (type !== TYPE.plural && type !== TYPE.select) throw new Error(`"${name}" cannot be shown`);
  const cases = Object.entries(options).filter(([option]) => option !== "other");
  const other = toCode(options.other.value, used, name);
  const test = (option) => (type === TYPE.select ? `${name} === ${JSON.stringify(option)}` : testPlural(name, option));
  const chain = cases.map(([option, { value }]) => `${test(option)} ? ${toCode(value, used, name)} : `).join("");
  return `(${chain}${other})`;
}

/** English has two categories of whole numbers: "one" is 1, and "other" all others (Unicode CLDR). */
function testPlural(name, option) {
  if (option.startsWith("=")) return `${name} === ${option.slice(1)}`;
  const { pluralCategories } = new Intl.PluralRules(LANGUAGE).resolvedOptions();
  if (!pluralCategories.includes(option))
    throw new Error(
      `"${option}" is no plural category of ${LANGUAGE}; allowed: ${pluralCategories.join(", ")}, =0, =1 …`,
    );
  if (LANGUAGE === ENGLISH) return `${name} === 1`;
  return `new Intl.PluralRules("${LANGUAGE}").select(${name}) === "${option}"`;
}
