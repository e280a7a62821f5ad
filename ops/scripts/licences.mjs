import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isMain, readArguments, ROOT } from "./project.mjs";

const NOTICE_FILE = "NOTICE.md";
const HELP = `
Usage: npm run wazi -- licences [--check]

Writes ${NOTICE_FILE}: the packages that the product contains, and their licences, from the lockfile. With --check it only compares.`;

/** Packages whose entry in the lockfile names no licence, as their own files state it. */
const STATED = { "png-js": "MIT" };
/** Licences that allow use in a product whose source is not published. LGPL libraries are used unchanged and can be replaced. */
const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "LGPL-3.0-or-later",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "PostgreSQL",
  "Unlicense",
  "Zlib",
]);

/** Where the product's own code names its packages. */
const PRODUCT = ["apps/server", "apps/web", "packages/contracts", "packages/domain", "packages/trading"];

/** Lists the packages that the server and the web app need: name and licence, in order. */
export function listPackages({ packages: entries }) {
  const found = new Map();
  const waiting = [...PRODUCT];
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    const { dependencies = {}, optionalDependencies = {} } = entries[from];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const path = resolvePackage(entries, from, name);
      if (path === undefined || found.has(path) || entries[path].link) continue;
      found.set(path, { name, licence: entries[path].license ?? STATED[name] });
      waiting.push(path);
    }
  }
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
}

/** The place that Node finds a package at: the nearest node_modules above the package that asks for it. */
function resolvePackage(entries, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    const path = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (entries[path] !== undefined) return path;
    if (folder === "") return undefined;
  }
}

/** Packages without a licence, or with one that nobody has allowed. */
export function findProblems(packages) {
  return packages
    .filter(({ licence }) => licence === undefined || !isAllowed(licence))
    .map(({ name, licence }) => `${name}: ${licence ?? "no licence"}`);
}

/** All of the joined licences must be allowed, and one of the alternatives. */
function isAllowed(expression) {
  const plain = expression.replace(/[()]/g, "");
  return plain.split(" OR ").some((either) => either.split(" AND ").every((licence) => ALLOWED.has(licence.trim())));
}

export function formatNotice(packages) {
  const sections = [...groupByLicence(packages)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([licence, each]) => {
      const names = [...new Set(each.map(({ name }) => name))].map((name) => `\`${name}\``);
      return `## ${licence}\n\n${names.join(", ")}\n`;
    });
  return `# Licences of the packages in this product\n\nMade by \`npm run wazi -- licences\` from the lockfile. Each package contains the text of its licence.\n\n${sections.join("\n")}`;
}

function groupByLicence(packages) {
  const groups = new Map();
  for (const each of packages) groups.set(each.licence, [...(groups.get(each.licence) ?? []), each]);
  return groups;
}

if (isMain(import.meta.url)) {
  const { values } = readArguments(HELP, { options: { check: { type: "boolean" } } });
  const packages = listPackages(JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")));
  const problems = findProblems(packages);
  const notice = formatNotice(packages);
  const path = join(ROOT, NOTICE_FILE);
  if (!values.check) writeFileSync(path, notice);
  else if (readFileSync(path, "utf8") !== notice)
    problems.push(`${NOTICE_FILE} is not current: npm run wazi -- licences`);
  process.stdout.write(problems.length === 0 ? `${packages.length} packages\n` : `${problems.join("\n")}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
