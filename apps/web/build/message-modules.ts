import { basename } from "node:path";
import type { Plugin } from "vite";
import { compileMessages, LANGUAGE, readCatalogue, toModule } from "../../../ops/scripts/compile-messages.mjs";

const catalogueModule = /web\/src\/messages\/[\w-]+\.ts$/;
const messageModule = /web\/src\/messages\/[\w-]+\.ts\?message=\w+$/;

/**
 * Gives the bundler a module per message, and the catalogue's module as a list of them. A module of a whole catalogue that several chunks share would
 * be loaded with the first of them, and a page would carry the texts of its dialogs.
 */
export function messageModules(): Plugin {
  const modules = new Map<string, string>();
  const loadCatalogue = (file: string): string => {
    const page = basename(file, ".ts");
    const lines = compileMessages(readCatalogue("web", page), page).map((message) => {
      const name = `${file}?message=${message.key}`;
      modules.set(name, toModule([message]));
      return `export { ${message.key} } from ${JSON.stringify(name)};`;
    });
    return lines.join("\n");
  };
  return {
    name: "message-modules",
    apply: "build",
    transformIndexHtml: (html) => html.replace('<html lang="en"', `<html lang="${LANGUAGE}"`),
    resolveId: { filter: { id: messageModule }, handler: (id) => id },
    load: {
      filter: { id: [catalogueModule, messageModule] },
      handler: (id) => ({
        code: modules.get(id) ?? loadCatalogue(id),
        moduleType: "ts",
        moduleSideEffects: false,
        map: null,
      }),
    },
  };
}
