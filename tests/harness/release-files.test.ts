import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { describeApi } from "../../apps/server/src/platform/http/openapi/describe-api.ts";

/** The files that a release is made by, besides its programs. */
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const readJson = <T>(path: string): T => JSON.parse(read(path)) as T;
const { findReleaseNotes } = (await import(new URL("../../ops/scripts/release-notes.mjs", import.meta.url).href)) as {
  findReleaseNotes: (changelog: string, version: string) => { text?: string; problem?: string };
};
const VERSION = readJson<{ version: string }>("package.json").version;

describe("the version", () => {
  it("is in package.json, and the same in the lockfile, the API's description and the changelog's newest section", () => {
    const lock = readJson<{ version: string; packages: Record<string, { version: string }> }>("package-lock.json");
    expect([lock.version, lock.packages[""]?.version]).toEqual([VERSION, VERSION]);
    expect((describeApi()["info"] as { version: string }).version).toBe(VERSION);
    expect(findReleaseNotes(read("CHANGELOG.md"), VERSION).text).toContain("### Added");
  });

  it("is refused when the changelog has no dated section of it", () => {
    const changelog =
      "# Changelog\n\n## [Unreleased]\n\n- Soon.\n\n## [1.1.0-rc] - 2026-01-02\n\n- New.\n\n## [1.0.0] - 2026-01-01\n\n- Old.\n";
    expect(findReleaseNotes(changelog, "1.1.0-rc")).toEqual({ text: "- New." });
    expect(findReleaseNotes(changelog, "1.0.0").problem).toContain("is of 1.1.0-rc, and package.json has 1.0.0");
    expect(findReleaseNotes("## [Unreleased]\n", "1.0.0").problem).toContain("no section with a version and a date");
  });
});

interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, { steps: { uses?: string; run?: string; env?: object }[] }>;
}

describe.each(readdirSync(join(ROOT, ".github/workflows")))("the workflow %s", (name) => {
  const workflow = parse(read(join(".github/workflows", name))) as Workflow;
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

  it("uses actions by their commits, and only those of GitHub itself", () => {
    for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
  });

  it("may write nothing unless a job says so, and puts no expression into a script", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    for (const { run } of steps) expect(run ?? "").not.toContain("${{");
  });

  it("runs scripts that exist", () => {
    const named = steps.flatMap(({ run = "" }) => [...run.matchAll(/(?:ops|\.ci)\/[\w/.-]+/g)].map(([path]) => path));
    expect(named.length).toBeGreaterThan(0);
    for (const path of named) expect(existsSync(join(ROOT, path)), path).toBe(true);
  });
});

it("Renovate's file names its schema, and merges nothing by itself", () => {
  const renovate = readJson<{
    $schema: string;
    automerge: boolean;
    schedule: string[];
    packageRules: { automerge?: boolean }[];
  }>(".github/renovate.json");
  expect(renovate.$schema).toBe("https://docs.renovatebot.com/renovate-schema.json");
  expect([renovate.automerge, ...renovate.packageRules.map(({ automerge }) => automerge ?? false)]).not.toContain(true);
  expect(renovate.schedule).toHaveLength(1);
});

describe("packages/proofs, which strangers run", () => {
  const folder = "packages/proofs";
  const own = readJson<{ license: string; dependencies: Record<string, string>; scripts: Record<string, string> }>(
    join(folder, "package.json"),
  );

  it("is under Apache-2.0, and says so", () => {
    expect(own.license).toBe("Apache-2.0");
    expect(read(join(folder, "LICENSE"))).toMatch(/^\s+Apache License\n\s+Version 2\.0, January 2004/);
    expect(read(join(folder, "README.md"))).toContain("Apache-2.0");
    expect(readJson<{ license: string }>("package.json").license).toBe("UNLICENSED");
    expect(read("README.md")).toContain("UNLICENSED");
  });

  it("needs only what it names, in sources that Node reads as they are", () => {
    const sources = readdirSync(join(ROOT, folder, "src"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .map((file) => read(join(folder, "src", file)));
    const imported = sources.flatMap((text) =>
      [...text.matchAll(/ from "([^".][^"]*)"/g)].map(([, from = ""]) => from),
    );
    const known = Object.keys(own.dependencies);
    for (const each of imported)
      expect(each.startsWith("node:") || known.some((name) => each === name || each.startsWith(`${name}/`)), each).toBe(
        true,
      );
    // Node removes types and translates nothing.
    for (const text of sources)
      expect(text).not.toMatch(
        /^\s*(export )?(const )?(enum|namespace) |^\s+(private|public|readonly) (readonly )?\w+: [^;]*,$/m,
      );
  });
});
