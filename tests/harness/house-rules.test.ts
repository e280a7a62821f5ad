import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CONFIG = "ops/scripts/checks/dependency-cruiser.cjs";
const cruised = ["packages", "apps", "tests", "lab", "ops"];
const SERVER = "apps/server/src";
const WEB = "apps/web/src";
const OFFICE = `${WEB}/office`;

/** One or more ways to break each rule: a new file, and the real modules that it imports. A file without imports is an orphan. */
const plantedViolations: { rule: string; file: string; imports?: string[] }[] = [
  {
    rule: "every-folder-has-a-rule",
    file: `${SERVER}/newcomers/planted.ts`,
    imports: ["../platform/base/app-error.ts"],
  },
  { rule: "every-folder-has-a-rule", file: "packages/newcomer/src/planted.ts", imports: ["@wazi/domain"] },
  { rule: "every-folder-has-a-rule", file: `${SERVER}/ledger/planted-root.ts`, imports: ["./door/post.ts"] },
  {
    rule: "nothing-is-imported-from-elsewhere",
    file: `${SERVER}/ledger/door/planted.ts`,
    imports: ["../../newcomers/planted-orphan.ts"],
  },
  { rule: "no-cycles", file: "packages/trading/src/planted-chicken.ts", imports: ["./planted-egg.ts"] },
  { rule: "no-orphans", file: "packages/domain/src/planted-orphan.ts" },
  { rule: "no-unresolved-imports", file: `${SERVER}/record/audit/planted-typo.ts`, imports: ["./nowhere.ts"] },
  { rule: "domain-imports-nothing", file: "packages/domain/src/planted-node.ts", imports: ["node:fs"] },
  { rule: "domain-imports-nothing", file: "packages/domain/src/planted-package.ts", imports: ["zod"] },
  { rule: "trading-imports-domain-only", file: "packages/trading/src/planted.ts", imports: ["@wazi/contracts"] },
  { rule: "contracts-import-zod-only", file: "packages/contracts/src/planted.ts", imports: ["@wazi/domain"] },
  {
    rule: "checker-and-witness-stand-alone",
    file: "packages/proofs/src/checker/planted.ts",
    imports: ["@wazi/domain"],
  },
  {
    rule: "checker-and-witness-stand-alone",
    file: "packages/proofs/src/witness/planted.ts",
    imports: ["@wazi/contracts"],
  },
  {
    rule: "packages-never-import-apps",
    file: "packages/contracts/src/planted-app.ts",
    imports: [`../../../${SERVER}/platform/base/app-error.ts`],
  },
  ...[
    { noun: "platform", imports: "../../record/audit/store.ts" },
    { noun: "record", imports: "../../ledger/door/post.ts" },
    { noun: "ledger", imports: "../../people/identity/store.ts" },
    { noun: "people", imports: "../../notices/push/store.ts" },
    { noun: "notices", imports: "../../deposits/requests/store.ts" },
    { noun: "deposits", imports: "../../withdrawals/requests/store.ts" },
    { noun: "withdrawals", imports: "../../bank/statements/store.ts" },
    { noun: "bank", imports: "../../investing/bots/store.ts" },
    { noun: "investing", imports: "../../trader/loop/store.ts" },
    { noun: "trader", imports: "../../proofs/liabilities/store.ts" },
    { noun: "proofs", imports: "../../office/status/store.ts" },
    { noun: "office", imports: "../../start/modules.ts" },
  ].map(({ noun, imports }) => ({
    rule: `${noun}-knows-nothing-after-it`,
    file: `${SERVER}/${noun}/planted/planted-order.ts`,
    imports: [imports],
  })),
  {
    rule: "nouns-through-their-api",
    file: `${SERVER}/withdrawals/requests/planted-store.ts`,
    imports: ["../../people/identity/store.ts"],
  },
  {
    rule: "nouns-through-their-api",
    file: `${SERVER}/office/users/planted-store.ts`,
    imports: ["../../ledger/door/post.ts"],
  },
  {
    rule: "server-messages-are-lowest",
    file: `${SERVER}/messages/planted.ts`,
    imports: ["../platform/base/app-error.ts"],
  },
  {
    rule: "texts-of-their-noun",
    file: `${SERVER}/deposits/requests/planted-texts.ts`,
    imports: ["../../messages/withdrawals.ts"],
  },
  {
    rule: "adapters-only-by-wiring",
    file: `${SERVER}/trader/loop/planted-adapter.ts`,
    imports: ["../venue/ccxt-broker.ts"],
  },
  {
    rule: "settings-read-no-data",
    file: `${SERVER}/notices/settings.ts`,
    imports: ["./bell/store.ts"],
  },
  { rule: "an-api-is-for-others", file: `${SERVER}/ledger/door/planted-own.ts`, imports: ["../api.ts"] },
  { rule: "foundation-below-platform", file: `${SERVER}/platform/db/planted.ts`, imports: ["../http/answer.ts"] },
  {
    rule: "foundation-below-platform",
    file: `${SERVER}/platform/process/planted.ts`,
    imports: ["../csv/csv-cells.ts"],
  },
  {
    rule: "commands-are-programs",
    file: `${SERVER}/start/planted-command.ts`,
    imports: ["../commands/backup.ts"],
  },
  { rule: "only-db-imports-pg", file: `${SERVER}/deposits/requests/planted-pg.ts`, imports: ["pg"] },
  { rule: "only-db-imports-pg", file: `${SERVER}/deposits/requests/planted-store.ts`, imports: ["pg"] },
  { rule: "only-routes-know-fastify", file: `${SERVER}/deposits/requests/planted-fastify.ts`, imports: ["fastify"] },
  { rule: "only-routes-know-fastify", file: `${SERVER}/start/planted-fastify.ts`, imports: ["fastify"] },
  { rule: "only-routes-know-fastify", file: `${SERVER}/trader/loop/planted.ts`, imports: ["@fastify/cookie"] },
  { rule: "no-imports-of-main", file: `${SERVER}/platform/http/planted-main.ts`, imports: ["../../main.ts"] },
  { rule: "web-imports-contracts-only", file: `${WEB}/lib/planted-domain.ts`, imports: ["@wazi/domain"] },
  { rule: "web-foundation-below-ui", file: `${WEB}/lib/planted-ui.ts`, imports: ["../ui/button.tsx"] },
  { rule: "web-foundation-below-ui", file: `${WEB}/content/planted.ts`, imports: ["../ui/button.tsx"] },
  { rule: "web-offline-below-ui", file: `${WEB}/offline/planted.ts`, imports: ["../ui/button.tsx"] },
  { rule: "web-messages-are-lowest", file: `${WEB}/messages/planted.ts`, imports: ["../lib/cents.ts"] },
  { rule: "web-ui-below-nouns", file: `${WEB}/ui/planted.ts`, imports: ["../content/plans.ts"] },
  { rule: "web-nouns-below-app", file: `${WEB}/deposits/investor/planted-app.ts`, imports: ["../../app/app.tsx"] },
  {
    rule: "web-parts-are-apart",
    file: `${WEB}/deposits/investor/planted.ts`,
    imports: ["../../withdrawals/investor/api.ts"],
  },
  {
    rule: "web-parts-are-apart",
    file: `${WEB}/investing/costs/planted.ts`,
    imports: ["../positions/api.ts"],
  },
  { rule: "web-parts-are-apart", file: `${WEB}/deposits/investor/planted-tab.ts`, imports: ["../office/labels.ts"] },
  { rule: "every-folder-has-a-rule", file: `${WEB}/deposits/planted.ts`, imports: ["../lib/cents.ts"] },
  { rule: "office-base-is-lowest", file: `${OFFICE}/display/planted.ts`, imports: ["../person/api.ts"] },
  {
    rule: "office-person-below-records",
    file: `${OFFICE}/person/planted.ts`,
    imports: ["../records/record-keys.tsx"],
  },
  {
    rule: "office-records-and-decisions-below-tabs",
    file: `${OFFICE}/decisions/planted.ts`,
    imports: ["../../people/office/users/labels.ts"],
  },
  {
    rule: "office-records-and-decisions-below-tabs",
    file: `${OFFICE}/records/planted.ts`,
    imports: ["../decisions/use-decision.ts"],
  },
  {
    rule: "office-tabs-are-apart",
    file: `${WEB}/people/office/users/planted.ts`,
    imports: ["../../../deposits/office/labels.ts"],
  },
  {
    rule: "office-tabs-are-apart",
    file: `${OFFICE}/audit/planted.ts`,
    imports: ["../../people/office/user-page/api.ts"],
  },
  {
    rule: "office-user-page-shows-tabs",
    file: `${WEB}/people/office/user-page/planted.ts`,
    imports: ["../../../deposits/investor/api.ts"],
  },
  {
    rule: "server-never-imports-web",
    file: `${SERVER}/platform/http/planted-web.ts`,
    imports: ["../../../../web/src/lib/cents.ts"],
  },
  {
    rule: "harness-only-in-tests",
    file: `${SERVER}/record/audit/planted-harness.ts`,
    imports: ["../../../../../tests/harness/silent-log.ts"],
  },
];

const EGG = "packages/trading/src/planted-egg.ts";
const ORPHAN = `${SERVER}/newcomers/planted-orphan.ts`;

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

let tree: string;
let violations: Violation[];

/** Copies the sources, with the installed packages linked in and the workspace's packages leading into the copy. */
function copySources(): void {
  for (const name of [CONFIG, "tsconfig.json", "package.json"]) cpSync(join(ROOT, name), join(tree, name));
  const isSource = (path: string): boolean => !["node_modules", "dist"].includes(basename(path));
  for (const folder of cruised) cpSync(join(ROOT, folder), join(tree, folder), { recursive: true, filter: isSource });
  for (const folder of ["", "apps/web", "tests"]) linkPackages(join(folder, "node_modules"));
}

function linkPackages(folder: string): void {
  mkdirSync(join(tree, folder, "@wazi"), { recursive: true });
  for (const name of readdirSync(join(ROOT, folder))) {
    if (name !== "@wazi") symlinkSync(join(ROOT, folder, name), join(tree, folder, name));
  }
  if (folder !== "node_modules") return;
  for (const name of readdirSync(join(ROOT, folder, "@wazi"))) {
    const target = relative(ROOT, realpathSync(join(ROOT, folder, "@wazi", name)));
    symlinkSync(join(tree, target), join(tree, folder, "@wazi", name));
  }
}

function plant(file: string, imports: readonly string[]): void {
  const lines = imports.map((specifier, index) => `import type * as imported${index} from "${specifier}";`);
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), [...lines, "export {};", ""].join("\n"), { flag: "wx" });
}

/** Reads the planted files, what they import, and what that imports. `npm run check` reads the sources themselves. */
function cruise(planted: readonly string[]): Violation[] {
  const cli = join(ROOT, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const args = [cli, "--config", CONFIG, "--output-type", "json", "--max-depth", "2", ...planted];
  const { stdout } = spawnSync(process.execPath, args, { cwd: tree, encoding: "utf8", maxBuffer: 2 ** 28 });
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
}

beforeAll(() => {
  tree = realpathSync(mkdtempSync(join(tmpdir(), "wazi-house-")));
  copySources();
  for (const { file, imports = [] } of plantedViolations) plant(file, imports);
  plant(EGG, ["./planted-chicken.ts"]);
  plant(ORPHAN, []);
  violations = cruise([...plantedViolations.map(({ file }) => file), EGG]);
});

afterAll(() => {
  rmSync(tree, { recursive: true, force: true });
});

describe("import rules", () => {
  test.each(plantedViolations)("$rule reports $file", ({ rule, file }) => {
    expect(violations.filter(({ from }) => from === file).map((violation) => violation.rule.name)).toContain(rule);
  });

  test("every rule has a planted violation", () => {
    const { forbidden } = createRequire(import.meta.url)(join(ROOT, CONFIG)) as { forbidden: { name: string }[] };
    expect(new Set(plantedViolations.map(({ rule }) => rule))).toEqual(new Set(forbidden.map(({ name }) => name)));
  });

  test("npm run check holds all sources to the rules", () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: { check: string } };
    const checks = readFileSync(join(ROOT, "ops/scripts/check.mjs"), "utf8");
    expect(scripts.check).toBe("exec node ops/scripts/check.mjs");
    expect(checks).toContain(`const SOURCES = ${JSON.stringify(cruised).replaceAll(",", ", ")};`);
    expect(checks).toContain('args: ["--config", "ops/scripts/checks/dependency-cruiser.cjs", ...SOURCES]');
  });
});

test("no source has a FIXME or a test with .only", () => {
  const leftOver = /\bFIXME\b|\b(test|it|describe)\.only\(/;
  const sources = cruised
    .flatMap((folder) => sourcesBelow(join(ROOT, folder)))
    .filter((file) => file !== relative(ROOT, fileURLToPath(import.meta.url)));
  expect(sources.filter((file) => leftOver.test(readFileSync(join(ROOT, file), "utf8")))).toEqual([]);
});

/** Tests of `unit` run in the background of others, so they need the most; those of `api` share the processor with four files. */
test("no test has less time than its project gives it", () => {
  const limits =
    /^\s*(?:\{ |.*\b(?:it|test)\b.*\{ |.*\]\)\(.*\{ )(?:tags: \[.*\], )?timeout: ([\d_]+) \},|^\s*\}, (\d+_000)\);$/gm;
  const short = cruised
    .flatMap((folder) => sourcesBelow(join(ROOT, folder)))
    .filter((file) => file.endsWith(".test.ts"))
    .flatMap((file) =>
      [...readFileSync(join(ROOT, file), "utf8").matchAll(limits)].flatMap(([, ofTest, ofHook]) => {
        const timeoutMs = Number((ofTest ?? ofHook ?? "").replaceAll("_", ""));
        return timeoutMs < (/^(packages|apps\/web|tests\/harness)\//.test(file) ? 300_000 : 120_000)
          ? [`${file}: ${timeoutMs}`]
          : [];
      }),
    );
  expect(short).toEqual([]);
});

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ["node_modules", "dist"].includes(entry.name) ? [] : sourcesBelow(path);
    return /\.(tsx?|mjs)$/.test(entry.name) ? [relative(ROOT, path)] : [];
  });
}
