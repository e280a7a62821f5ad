import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { CATALOGUES, compileMessages, type CompiledMessage } from "../../../ops/scripts/compile-messages.mjs";

const textsImport = /import \* as texts from "[^"]*\/messages\/([\w-]+)\.ts";?/;
const PARTS = "/src/lib/message-parts.ts";
const BEFORE = String.raw`(?<![\w.$-])`;
/** `texts.key`, and a call with simple values in one line: `texts.key({ name, amount: formatAmount(amount) })`. */
const usedText = new RegExp(String.raw`${BEFORE}texts\.(\w+)`, "g");
const VALUE = String.raw`\w+(?:: [\w.]+(?:\([\w.]+\))?)?`;
const simpleCall = new RegExp(String.raw`${BEFORE}texts\.(\w+)\(\{ (${VALUE}(?:, ${VALUE})*) \}\)`, "g");

const isPlain = ({ types }: CompiledMessage): boolean => types.size === 0;

const define = ({ key, code, types }: CompiledMessage): string =>
  `const texts$${key} = ({ ${[...types.keys()].join(", ")} }) => ${code};`;

/** The message with the values in place, where it is words around values, each of them once. */
function putValues({ code, types }: CompiledMessage, given: string): string | undefined {
  const values = new Map(given.split(", ").map((each) => [each.split(": ")[0], each.split(": ").at(-1)]));
  const places = [...code.matchAll(/\$\{(\w+)\}/g)].length;
  const isSimple = places === types.size && [...types.values()].every((type) => type === "Value");
  return isSimple ? code.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => `\${${values.get(name)}}`) : undefined;
}

/**
 * Puts each message into the module that uses it. A module of messages that several chunks share would be loaded whole with
 * the first of them, and a page would carry the texts of its dialogs.
 */
export function inlineMessages(): Plugin {
  return {
    name: "inline-messages",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /web\/src\/.*\.tsx?$/, code: "/messages/" },
      handler(source) {
        const page = textsImport.exec(source)?.[1];
        if (page === undefined) return null;
        const catalogue = JSON.parse(readFileSync(join(CATALOGUES, `${page}.json`), "utf8")) as Record<string, string>;
        const messages = new Map(compileMessages(catalogue, page).map((message) => [message.key, message]));
        const code = source.replaceAll(simpleCall, (call, key: string, given: string) => {
          const message = messages.get(key);
          return (message && putValues(message, given)) ?? call;
        });
        const keys = new Set([...code.matchAll(usedText)].map(([, key = ""]) => key));
        const used = [...messages.values()].filter((message) => keys.has(message.key) && !isPlain(message));
        const helpers = [...new Set(used.flatMap((message) => [...message.helpers]))];
        const imports = helpers.length === 0 ? "" : `import { ${helpers.join(", ")} } from "${PARTS}";`;
        const inlined = code
          .replace(textsImport, () => [imports, ...used.map(define)].join("\n"))
          .replaceAll(usedText, (_, key: string) => {
            const message = messages.get(key);
            return message !== undefined && isPlain(message) ? message.code : `texts$${key}`;
          });
        return { code: inlined, map: null };
      },
    },
  };
}
