import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type ActRule, acts, adminRoles, allCalls, roleAllows } from "@wazi/contracts";
import { describe, expect, it, test } from "vitest";
import { commands, fileOf, programs } from "./wazi-commands.ts";
import { RELEASE_PROGRAMS } from "../../apps/server/src/commands/release/release-programs.ts";
import { describeSettings, settingsByPart, settingsTable } from "../../apps/server/src/start/settings/settings.ts";
import { listDocumentedCommands, trials } from "./documented-commands.ts";

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

/** The rows of the table, or the points of the list, between two marks. */
function rowsIn(path: string, mark: string): string[] {
  const text = read(path).split(`<!-- ${mark}: held by docs.test.ts -->`)[1]?.split(`<!-- /${mark} -->`)[0] ?? "";
  return text.split("\n").filter((line) => /^[|-] `/.test(line));
}

function withDefault({ variable, fallback }: { variable: string; fallback: string | null }): string {
  return fallback === null ? variable : `${variable}=${fallback}`;
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
  /** `npm test -- tests/harness/docs -u` writes the lists. The text around them is written by hand. */
  it("lists every setting with its default and meaning", async () => {
    const [begin, end] = ["<!-- settings: written by docs.test.ts -->\n", "<!-- /settings -->"];
    const [before = "", rest = ""] = read("docs/reference/settings.md").split(begin);
    const lists = settingsByPart.map(({ title, settings }) => {
      const lines = settings.map((setting) => `- \`${withDefault(setting)}\`: ${setting.meaning}\n`);
      return `\n## ${title}\n\n${lines.join("")}`;
    });
    expect(rest).toContain(end);
    const page = `${before}${begin}${lists.join("")}\n${rest.slice(rest.indexOf(end))}`;
    await expect(page).toMatchFileSnapshot(join(ROOT, "docs/reference/settings.md"));
  });

  it("leaves the allowed values of every setting to --help", () => {
    const expected = settingsTable.map((setting) =>
      [withDefault(setting), `  ${setting.meaning}`, `  Allowed: ${setting.allowed}.`].join("\n"),
    );
    expect(describeSettings()).toBe(expected.join("\n"));
  });

  /** `npm test -- tests/harness/docs -u` writes the list. */
  it("lists every call with who may make it, its answers on success, its own errors, and a summary", async () => {
    const lines = allCalls.map(({ method, path, summary, permission, right, answers, errors, movesMoney, stepUp }) => {
      const who = right === undefined ? permission : `${permission} ${right}`;
      const notes = [
        ...Object.keys(answers),
        ...(movesMoney ? ["key"] : []),
        ...(stepUp ? [`step-up ${stepUp}`] : []),
        ...(errors ?? []),
      ];
      return `${method} ${path} | ${who} | ${notes.join(" ")} | ${summary}\n`;
    });
    expect(lines.length).toBeGreaterThan(100);
    await expect(lines.join("")).toMatchFileSnapshot(join(ROOT, "docs/reference/calls.txt"));
  });

  /** `npm test -- tests/harness/docs -u` writes the table. */
  it("lists every act of an administrator with who may do it and when it takes a second one", async () => {
    const path = "docs/reference/acts.md";
    const [head = "", rest = ""] = read(path).split("<!-- acts: held by docs.test.ts -->\n");
    const end = rest.slice(rest.indexOf("<!-- /acts -->"));
    const rows = Object.entries<ActRule>(acts).map(([name, row]) => {
      const marks = adminRoles.map((role) => (roleAllows(role, row.right) ? "yes" : ""));
      const cells = [
        ...marks,
        row.stepUp ? "yes" : "",
        row.second,
        row.waits ?? "",
        row.told ?? "",
        row.published ?? "",
      ];
      return `| ${[`\`${name}\``, ...cells].join(" | ")} |\n`;
    });
    const columns = ["act", ...adminRoles, "proof", "second", "waits as", "told", "public"];
    const lines = [`| ${columns.join(" | ")} |\n|${"---|".repeat(columns.length)}\n`, ...rows];
    const page = `${head}<!-- acts: held by docs.test.ts -->\n${lines.join("")}${end}`;
    await expect(page).toMatchFileSnapshot(join(ROOT, path));
  });

  it.each(documents)("%s names only calls that exist", (document) => {
    const named = [...read(document).matchAll(/`(GET|POST|DELETE) (\/api\/[\w/:{}.-]+)/g)].map(
      ([, method = "", path = ""]) => `${method} ${path.replace(/\{(\w+)\}/g, ":$1")}`,
    );
    const known = new Set(["GET /api/openapi.json", ...allCalls.map(({ method, path }) => `${method} ${path}`)]);
    expect(named.filter((call) => !known.has(call))).toEqual([]);
  });

  it("lists every command that an operator runs, with its program in a release", () => {
    const rows = rowsIn("docs/reference/commands.md", "release");
    const listed = rows.map((row) => {
      const [, command = "", program = ""] = /^- `([a-z-]+)`.*: `([a-z-]+)\.js`$/.exec(row) ?? [];
      return { command, program };
    });
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const programsOf = (name: string): string[] => {
      if (name in programs) return [name];
      const source = read(name in commands ? relative(ROOT, fileOf(name)) : (scripts[name] ?? "").split(" ")[2]!);
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
    const built = read("ops/scripts/build.mjs");
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
    const paths = [...text.matchAll(/`((?:apps|packages|tests|docs|ops|lab|\.github)\/[\w./*-]+)`/g)].map(
      ([, path]) => path ?? "",
    );
    for (const path of paths) expect(existsSync(join(ROOT, path)), `${document} names ${path}`).toBe(true);
  });
});

describe("the decisions", () => {
  const names = readdirSync(join(ROOT, "docs/decisions")).filter((name) => name !== "README.md");

  it("have a number each, the first part of the file's name and of its heading", () => {
    const numbers = names.map((name) => name.slice(0, 3));
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
    for (const name of names) expect(read(`docs/decisions/${name}`)).toMatch(new RegExp(`^# ${name.slice(0, 3)}: `));
  });

  it("have a line each in the index, with their headings", () => {
    const lines = names.sort().map((name) => {
      const [, number = "", title = ""] = /^# (\d+): (.+)$/m.exec(read(`docs/decisions/${name}`)) ?? [];
      return `- [${number}](${name}): ${title}`;
    });
    const index = read("docs/decisions/README.md").split("\n");
    expect(index.filter((line) => line.startsWith("- "))).toEqual(lines);
  });
});

describe("the workflow", () => {
  it("runs as root in a container of Debian, because .ci/run installs packages as root only", () => {
    expect(read(".ci/run")).toContain('[ "$(id -u)" = 0 ]');
    expect(read(".github/workflows/ci.yml")).toContain(`container: node:${read(".nvmrc").trim()}-bookworm`);
  });
});

describe("the limits in the documentation", () => {
  it("say how often a money operation is attempted", () => {
    const code = read("apps/server/src/ledger/door/run-money-operation.ts");
    const attempts = /MAX_ATTEMPTS = (\d+)/.exec(code)?.[1] ?? "";
    expect(read("docs/reference/limits.md")).toContain(
      `| attempts of an operation when its data has changed | ${attempts} | 503 \`BUSY\``,
    );
  });
});

test("every command in README, CONTRIBUTING, the tutorial and the guides is tried, or names what it needs", () => {
  expect(listDocumentedCommands().filter((command) => !(command in trials))).toEqual([]);
});

test("no trial is of a command that is not documented", () => {
  const shown = new Set(listDocumentedCommands());
  expect(Object.keys(trials).filter((command) => !shown.has(command))).toEqual([]);
});

test("a file that tries a command has its text", () => {
  for (const [command, trial] of Object.entries(trials)) {
    if ("by" in trial) expect(readFileSync(join(ROOT, trial.by), "utf8"), command).toContain(trial.text);
  }
});
