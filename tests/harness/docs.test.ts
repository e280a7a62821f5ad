import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { allCalls } from "@wazi/contracts";
import { describe, expect, it } from "vitest";
import { commands, fileOf } from "./wazi-commands.ts";
import { RELEASE_PROGRAMS } from "../../apps/server/src/commands/release/release-programs.ts";
import { settingsTable } from "../../apps/server/src/start/settings/settings.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const documents = [
  "README.md",
  "CONTRIBUTING.md",
  ".github/SECURITY.md",
  "CHANGELOG.md",
  ...readdirSync(join(ROOT, "docs"), { recursive: true }).map((name) => `docs/${String(name)}`),
].filter((name) => name.endsWith(".md"));

/** Commands that no server needs: they are for work on the product. */
const forDevelopers: ReadonlySet<string> = new Set([
  "backtest",
  "evidence",
  "fit-market",
  "simulate-bots",
  "seed-back-office",
  "test-signer",
]);

/** The rows of the table between two marks. */
function tableIn(path: string, mark: string): string[] {
  const text = read(path).split(`<!-- ${mark}: held by docs.test.ts -->`)[1]?.split(`<!-- /${mark} -->`)[0] ?? "";
  return text.split("\n").filter((line) => line.startsWith("| `"));
}

/** The anchors that Markdown gives the headings of a file. */
function anchorsIn(path: string): string[] {
  const headings = [...readFileSync(path, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading ?? "");
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
}

describe("the documentation", () => {
  it("lists every setting with its default, meaning and allowed values", () => {
    const expected = settingsTable.map(
      ({ variable, fallback, meaning, allowed }) =>
        `| \`${variable}\` | ${fallback === null ? "none" : `\`${fallback}\``} | ${meaning} | ${allowed} |`,
    );
    expect(tableIn("docs/operations.md", "settings")).toEqual(expected);
  });

  it("lists every call with the roles that may make it", () => {
    const expected = allCalls.map(
      ({ method, path, permission, answers, movesMoney }) =>
        `| \`${method} ${path}\` | ${permission} | ${Object.keys(answers).join(", ")} | ${movesMoney ? "yes" : ""} |`,
    );
    expect(tableIn("docs/api.md", "calls")).toEqual(expected);
  });

  it("lists every command that an operator runs, with its program in a release", () => {
    const rows = tableIn("docs/operations.md", "release");
    const listed = rows.map((row) => {
      const [, command = "", program = ""] = /^\| `([a-z-]+)`.*\| `([a-z-]+)\.js` \|$/.exec(row) ?? [];
      return { command, program };
    });
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const programsOf = (name: string): string[] => {
      const source = read(
        name in commands ? relative(ROOT, fileOf(name)) : (scripts[name] ?? "").replace("exec node ", ""),
      );
      return [...source.matchAll(/runCommand\("([a-z-]+)"/g)].map(([, program = ""]) => program);
    };
    const names = [...Object.keys(scripts), ...Object.keys(commands)];
    const forOperators = names.filter((name) => !forDevelopers.has(name) && programsOf(name).length > 0);
    expect(new Set(listed.map(({ command }) => command))).toEqual(new Set(forOperators));
    for (const name of forOperators)
      expect(listed.flatMap(({ command, program }) => (command === name ? [program] : [])).sort(), name).toEqual(
        programsOf(name).sort(),
      );
    expect(listed.map(({ program }) => program).sort()).toEqual([...RELEASE_PROGRAMS].sort());
    const built = read("scripts/build.mjs");
    for (const { program } of listed) {
      const isBuilt =
        existsSync(join(ROOT, `apps/server/src/commands/${program}.ts`)) ||
        built.includes(`entries["${program}"]`) ||
        built.includes(`entries.${program} `);
      expect(isBuilt, program).toBe(true);
    }
  });

  it.each(documents)("%s names only files, pictures and commands that exist", (document) => {
    const text = read(document);
    const folder = join(ROOT, document, "..");
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target]) => target ?? "")
      .filter((target) => !/^https?:/.test(target));
    for (const link of links) {
      const [target = "", anchor] = link.split("#");
      const path = target === "" ? join(ROOT, document) : join(folder, target);
      expect(existsSync(path), `${document} links to ${target}`).toBe(true);
      if (anchor !== undefined) expect(anchorsIn(path), `${document} links to ${link}`).toContain(anchor);
    }
    const scripts = Object.keys((JSON.parse(read("package.json")) as { scripts: object }).scripts);
    // A version of the changelog names the commands of its time.
    const current = text.replace(/^## \[\d.*$/ms, "");
    for (const [, name] of current.matchAll(/npm run (?:--silent )?([a-z-]+)/g)) {
      expect(scripts, `${document} names npm run ${name}`).toContain(name);
    }
    for (const [, name] of current.matchAll(/npm run (?:--silent )?wazi -- ([a-z:-]+)/g)) {
      expect(Object.keys(commands), `${document} names npm run wazi -- ${name}`).toContain(name);
    }
    const paths = [...text.matchAll(/`((?:apps|packages|tests|docs|scripts|bench|\.github)\/[\w./*-]+)`/g)].map(
      ([, path]) => path ?? "",
    );
    for (const path of paths) expect(existsSync(join(ROOT, path)), `${document} names ${path}`).toBe(true);
  });
});

describe("the decisions", () => {
  it("have a number each, the first part of the file's name and of its heading", () => {
    const names = readdirSync(join(ROOT, "docs/decisions"));
    const numbers = names.map((name) => name.slice(0, 3));
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
    for (const name of names) expect(read(`docs/decisions/${name}`)).toMatch(new RegExp(`^# ${name.slice(0, 3)}: `));
  });
});

describe("the workflow", () => {
  it("runs as root in a container of Debian, because .ci/run installs packages as root only", () => {
    expect(read(".ci/run")).toContain('[ "$(id -u)" = 0 ]');
    const [, image = "?"] =
      /^FROM \S+\/(node:\d+-\w+)-slim AS build$/m.exec(read("deploy/container/Containerfile")) ?? [];
    expect(read(".github/workflows/ci.yml")).toContain(`container: ${image}\n`);
  });
});

describe("the limits in the documentation", () => {
  it("say how often a money operation is attempted", () => {
    const code = read("apps/server/src/ledger/door/run-money-operation.ts");
    const attempts = /MAX_ATTEMPTS = (\d+)/.exec(code)?.[1] ?? "";
    expect(read("docs/operations.md")).toContain(
      `| attempts of an operation when its data has changed | ${attempts} | 503 \`BUSY\``,
    );
  });
});
