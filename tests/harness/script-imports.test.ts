import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import { commands, fileOf } from "./wazi-commands.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: Record<string, string> };

test("every command of package.json is one of our own scripts", () => {
  const others = Object.values(scripts).filter(
    (command) => !/^exec node ops\/scripts\/[\w-]+\.mjs( [\w-]+)?$/.test(command),
  );
  expect(others).toEqual([]);
});

/** On a clone without node_modules, an import of a package fails before the script can install it. */
test.each(Object.entries(scripts))("npm run %s loads without any package", (_name, command) => {
  expect(packagesLoadedBy(join(ROOT, command.split(" ")[2] ?? ""))).toEqual([]);
});

test.each(Object.keys(commands))("npm run wazi -- %s loads without any package", (name) => {
  expect(packagesLoadedBy(fileOf(name))).toEqual([]);
});

test("there are at most 11 commands in package.json", () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(11);
});

/** The packages that a module and the modules that it imports statically need before the first line of it runs. */
function packagesLoadedBy(start: string): string[] {
  const found: string[] = [];
  const seen = new Set([start]);
  for (const file of seen) {
    for (const name of importsOf(file)) {
      if (name.startsWith("node:")) continue;
      const path = join(dirname(file), name);
      if (!name.startsWith(".")) found.push(`${relative(ROOT, file)} imports ${name}`);
      else if (existsSync(path)) seen.add(path);
      else found.push(`${relative(ROOT, file)} imports ${name}, which does not exist`);
    }
  }
  return found;
}

function importsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const from = statement.moduleSpecifier;
    return from !== undefined && ts.isStringLiteral(from) ? [from.text] : [];
  });
}
