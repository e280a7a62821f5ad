import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isMain, readArguments, refuse, ROOT } from "./project.mjs";

const SECTION = /^## \[(?<version>\d[^\]]*)\] - (?<date>\d{4}-\d{2}-\d{2})\n(?<text>[^]*?)(?=^## |(?![^]))/m;

/**
 * Finds the section of the changelog for a version, which must be the newest one with a date.
 * @returns its text, or what is wrong as `problem`
 */
export function findReleaseNotes(changelog, version) {
  const found = SECTION.exec(changelog)?.groups;
  if (found === undefined) return { problem: "CHANGELOG.md has no section with a version and a date." };
  if (found.version !== version)
    return { problem: `The newest section of CHANGELOG.md is of ${found.version}, and package.json has ${version}.` };
  return { text: found.text.trim() };
}

if (isMain(import.meta.url)) {
  const help = `
Usage: node ops/scripts/release-notes.mjs [TAG]

Prints the newest section of CHANGELOG.md. Its version must be the one of package.json, and of TAG (v0.3.0) when it is given.`;
  const { positionals } = readArguments(help, { allowPositionals: true });
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const [tag = `v${version}`] = positionals;
  const { text, problem } = findReleaseNotes(readFileSync(join(ROOT, "CHANGELOG.md"), "utf8"), version);
  const wrong = tag === `v${version}` ? problem : `The tag is ${tag}, and package.json has ${version}.`;
  if (wrong !== undefined) refuse(wrong);
  process.stdout.write(`${text}\n`);
}
