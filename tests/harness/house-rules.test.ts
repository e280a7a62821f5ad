import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CONFIG = ".dependency-cruiser.cjs";
const cruised = ["packages", "apps", "tests", "bench", "scripts"];
const SERVER = "apps/server/src";

/** One way to break each rule: the file that does, and what it would import. A file without imports is an orphan. */
const plantedViolations: { rule: string; file: string; imports?: string[] }[] = [
  { rule: "no-cycles", file: "packages/trading/src/chicken.ts", imports: ["./egg.ts"] },
  { rule: "no-orphans", file: "packages/domain/src/forgotten.ts" },
  { rule: "nothing-unresolvable", file: `${SERVER}/core/lost.ts`, imports: ["./nowhere.ts"] },
  { rule: "domain-imports-nothing", file: "packages/domain/src/impure.ts", imports: ["node:fs"] },
  { rule: "domain-imports-nothing", file: "packages/domain/src/dependent.ts", imports: ["zod"] },
  { rule: "trading-imports-domain-only", file: "packages/trading/src/wide.ts", imports: ["@wazi/contracts"] },
  { rule: "contracts-import-zod-only", file: "packages/contracts/src/heavy.ts", imports: ["@wazi/domain"] },
  {
    rule: "packages-never-import-apps",
    file: "packages/contracts/src/upward.ts",
    imports: [`../../../${SERVER}/core/sound.ts`],
  },
  { rule: "foundation-below-core", file: `${SERVER}/db/knowing.ts`, imports: ["../core/ledger/post.ts"] },
  { rule: "core-below-features", file: `${SERVER}/core/curious.ts`, imports: ["../features/deposits/sound.ts"] },
  { rule: "features-below-http", file: `${SERVER}/features/deposits/serving.ts`, imports: ["../../http/sound.ts"] },
  { rule: "features-are-apart", file: `${SERVER}/features/withdrawals/nosy.ts`, imports: ["../deposits/sound.ts"] },
  { rule: "only-stores-hold-postgres", file: `${SERVER}/features/deposits/speaking.ts`, imports: ["postgres"] },
  { rule: "only-routes-know-fastify", file: `${SERVER}/features/deposits/coupled.ts`, imports: ["fastify"] },
  { rule: "adapters-only-by-wiring", file: `${SERVER}/core/bound.ts`, imports: ["../adapters/sound.ts"] },
  { rule: "nobody-imports-main", file: `${SERVER}/http/circling.ts`, imports: ["../main.ts"] },
  { rule: "web-imports-contracts-only", file: "apps/web/src/deciding.ts", imports: ["@wazi/domain"] },
  { rule: "server-never-imports-web", file: `${SERVER}/http/rendering.ts`, imports: ["../../../web/src/sound.ts"] },
  { rule: "harness-only-in-tests", file: `${SERVER}/core/tested.ts`, imports: ["../../../../tests/harness/sound.ts"] },
];

/** What the planted files import, and what is allowed and must not be reported. */
const soundImports: Record<string, string[]> = {
  "packages/domain/src/index.ts": [],
  "packages/trading/src/index.ts": ["@wazi/domain"],
  "packages/trading/src/egg.ts": ["./chicken.ts"],
  "packages/contracts/src/index.ts": ["zod"],
  [`${SERVER}/main.ts`]: ["./adapters/sound.ts", "./http/sound.ts"],
  [`${SERVER}/db/sound.ts`]: ["postgres"],
  [`${SERVER}/core/sound.ts`]: ["../db/sound.ts"],
  [`${SERVER}/core/ledger/post.ts`]: ["postgres"],
  [`${SERVER}/features/deposits/sound.ts`]: ["./store.ts", "../../core/sound.ts"],
  [`${SERVER}/features/deposits/store.ts`]: ["postgres"],
  [`${SERVER}/features/deposits/routes.ts`]: ["fastify", "./sound.ts"],
  [`${SERVER}/features/deposits/sound.test.ts`]: ["./sound.ts", "../../../../../tests/harness/sound.ts"],
  [`${SERVER}/http/sound.ts`]: ["fastify", "../features/deposits/routes.ts"],
  [`${SERVER}/adapters/sound.ts`]: ["../core/sound.ts"],
  "apps/web/src/sound.ts": ["@wazi/contracts"],
  "tests/harness/sound.ts": [`../../${SERVER}/db/sound.ts`],
};

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

let tree: string;
let violations: Violation[];

function cruise(folder: string, targets: readonly string[]): Violation[] {
  const cli = join(ROOT, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const args = [cli, "--config", CONFIG, "--output-type", "json", ...targets];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 28 });
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
}

function write(file: string, imports: readonly string[]): void {
  const path = join(tree, file);
  mkdirSync(dirname(path), { recursive: true });
  const lines = imports.map((specifier, index) => `import type * as imported${index} from "${specifier}";`);
  writeFileSync(path, [...lines, "export {};", ""].join("\n"));
}

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), "wazi-house-"));
  for (const file of [CONFIG, "tsconfig.base.json"]) cpSync(join(ROOT, file), join(tree, file));
  for (const name of ["zod", "postgres", "fastify"]) {
    write(`node_modules/${name}/index.js`, []);
    writeFileSync(join(tree, "node_modules", name, "package.json"), JSON.stringify({ name, main: "index.js" }));
  }
  mkdirSync(join(tree, "node_modules/@wazi"));
  for (const name of ["domain", "trading", "contracts"]) {
    mkdirSync(join(tree, "packages", name), { recursive: true });
    cpSync(join(ROOT, "packages", name, "package.json"), join(tree, "packages", name, "package.json"));
    symlinkSync(`../../packages/${name}`, join(tree, "node_modules/@wazi", name));
  }
  for (const [file, imports] of Object.entries(soundImports)) write(file, imports);
  for (const { file, imports = [] } of plantedViolations) write(file, imports);
  violations = cruise(tree, ["packages", "apps", "tests"]);
});

afterAll(() => {
  rmSync(tree, { recursive: true, force: true });
});

describe("who may import whom", () => {
  test.each(plantedViolations)("$rule is broken by $file, and that is seen", ({ rule, file }) => {
    expect(violations.filter(({ from }) => from === file).map((violation) => violation.rule.name)).toContain(rule);
  });

  test("what is allowed is not reported", () => {
    const mistaken = violations.filter(({ from, rule }) => from in soundImports && rule.name !== "no-cycles");
    expect(mistaken).toEqual([]);
  });

  test("no rule stands there untried", () => {
    const { forbidden } = createRequire(import.meta.url)(join(ROOT, CONFIG)) as { forbidden: { name: string }[] };
    expect(new Set(plantedViolations.map(({ rule }) => rule))).toEqual(new Set(forbidden.map(({ name }) => name)));
  });

  test("the real tree keeps them all", () => {
    expect(cruise(ROOT, cruised).map(({ from, rule }) => `${rule.name}: ${from}`)).toEqual([]);
  });
});

describe("what no import shows", () => {
  const sources = cruised
    .flatMap((folder) => sourcesBelow(join(ROOT, folder)))
    .filter((file) => file !== relative(ROOT, fileURLToPath(import.meta.url)));

  test("SQL is spoken by stores, the ledger's door, db/ and commands alone", () => {
    const maySpeak = /[^/]*store[^/]*\.ts$|\.test\.ts$|^apps\/server\/src\/(db|commands)\/|core\/ledger\/post\.ts$/;
    const speaks = /\b(sql|tx)(<[^`;]*>)?`|\.unsafe\(/;
    const speakers = sources.filter((file) => file.startsWith(SERVER) && !maySpeak.test(file));
    expect(speakers.filter((file) => speaks.test(readFileSync(join(ROOT, file), "utf8")))).toEqual([]);
  });

  test("nothing is left to be fixed, and no test keeps others from running", () => {
    const leftOver = /\bFIXME\b|\b(test|it|describe)\.only\(/;
    expect(sources.filter((file) => leftOver.test(readFileSync(join(ROOT, file), "utf8")))).toEqual([]);
  });
});

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ["node_modules", "dist"].includes(entry.name) ? [] : sourcesBelow(path);
    return /\.(tsx?|mjs)$/.test(entry.name) ? [relative(ROOT, path)] : [];
  });
}
