/**
 * Who may import whom (docs/architecture.md has the picture). Type-only imports count as imports. Each rule is tried with
 * a planted violation in tests/harness/house-rules.test.ts; a rule added here needs one there.
 */
const TEST_FILES = "\\.(test|bench)\\.tsx?$|/model-world\\.ts$";
const SERVER = "^apps/server/src/";
/** Where everything is put together: the only files that know every part. */
const WIRING = `${SERVER}(main|run-server|compose-app)\\.ts$`;
const NODE_MODULES = "(^|/)node_modules/";
const WEB = "^apps/web/src/";
const BACK_OFFICE = `${WEB}features/back-office/`;
/** What every part of the back office may use: the files directly in its folder, and records/. */
const BACK_OFFICE_BASE = `${BACK_OFFICE}(records/|[^/]+$)`;

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "Files that need each other belong together. Dynamic imports count too.",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-orphans",
      severity: "error",
      comment: "A module that nobody imports and that imports nothing is left over.",
      from: {
        orphan: true,
        path: "^(packages|apps)/",
        pathNot: `${TEST_FILES}|\\.d\\.ts$|\\.config\\.|^apps/web/public/`,
      },
      to: {},
    },
    {
      name: "nothing-unresolvable",
      severity: "error",
      comment: "An import that leads nowhere.",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "domain-imports-nothing",
      severity: "error",
      comment: "The rules of money are pure: no package, no Node, no clock.",
      from: { path: "^packages/domain/src/", pathNot: TEST_FILES },
      to: { pathNot: "^packages/domain/src/" },
    },
    {
      name: "trading-imports-domain-only",
      severity: "error",
      comment: "One trading core for backtest, paper and live: the world comes in through its ports.",
      from: { path: "^packages/trading/src/", pathNot: TEST_FILES },
      to: { pathNot: "^packages/(trading|domain)/src/" },
    },
    {
      name: "contracts-import-zod-only",
      severity: "error",
      comment: "Both sides load the contracts: what they import, every browser loads.",
      from: { path: "^packages/contracts/src/", pathNot: TEST_FILES },
      to: { pathNot: `^packages/contracts/src/|^packages/domain/src/durations\\.ts$|${NODE_MODULES}zod/` },
    },
    {
      name: "packages-never-import-apps",
      severity: "error",
      from: { path: "^packages/" },
      to: { path: "^apps/" },
    },
    {
      name: "foundation-below-core",
      severity: "error",
      comment: "db/ and process/ carry the rest and know nothing of the product.",
      from: { path: `${SERVER}(db|process)/`, pathNot: TEST_FILES },
      to: { path: `${SERVER}(core/[^/]+|features|trader|adapters|http|commands)/|${WIRING}` },
    },
    {
      name: "core-below-features",
      severity: "error",
      comment: "What several features stand on does not know them.",
      from: { path: `${SERVER}core/`, pathNot: TEST_FILES },
      to: { path: `${SERVER}(features|trader|adapters|http|commands)/|${WIRING}` },
    },
    {
      name: "features-below-http",
      severity: "error",
      comment:
        "A feature is a use case and its routes; serving them, trading and wiring stand above. Routes register themselves.",
      from: { path: `${SERVER}features/`, pathNot: `${TEST_FILES}|/routes\\.ts$` },
      to: { path: `${SERVER}(trader|adapters|http|commands)/|${WIRING}` },
    },
    {
      name: "features-are-apart",
      severity: "error",
      comment: "What two features share belongs to core.",
      from: { path: `${SERVER}features/([^/]+)/` },
      to: { path: `${SERVER}features/`, pathNot: `${SERVER}features/$1/` },
    },
    {
      name: "only-stores-hold-postgres",
      severity: "error",
      comment: "SQL stands in a store (and in the ledger's one door); the others pass a handle on, typed by db/pool.",
      from: {
        path: SERVER,
        pathNot: `${TEST_FILES}|/[^/]*store[^/]*\\.ts$|${SERVER}core/ledger/post\\.ts$|${SERVER}(db|commands)/`,
      },
      to: { path: `${NODE_MODULES}postgres/` },
    },
    {
      name: "only-routes-know-fastify",
      severity: "error",
      from: {
        path: SERVER,
        pathNot: `${TEST_FILES}|/routes\\.ts$|${SERVER}(http/|(main|run-server|compose-app)\\.ts$)`,
      },
      to: { path: `${NODE_MODULES}(@fastify|fastify)/` },
    },
    {
      name: "adapters-only-by-wiring",
      severity: "error",
      comment: "An outside service is chosen in one place; the rest knows the port that it fits.",
      from: {
        path: SERVER,
        pathNot: `${TEST_FILES}|${SERVER}(adapters/|(main|run-server|compose-app)\\.ts$|[^/]*wiring[^/]*\\.ts$|commands/)`,
      },
      to: { path: `${SERVER}adapters/` },
    },
    {
      name: "nobody-imports-main",
      severity: "error",
      from: { path: "^(packages|apps)/" },
      to: { path: `${SERVER}main\\.ts$` },
    },
    {
      name: "web-imports-contracts-only",
      severity: "error",
      comment: "The browser gets the calls' schemas, and no rule of the server's.",
      from: { path: "^apps/web/" },
      to: {
        path: "^(packages/(domain|trading)|apps/server|tests|bench)/",
        pathNot: "^packages/domain/src/durations\\.ts$",
      },
    },
    {
      name: "web-foundation-below-ui",
      severity: "error",
      comment: "lib/ and content/ know no component, no feature and no page.",
      from: { path: `${WEB}(lib|content)/`, pathNot: TEST_FILES },
      to: { path: WEB, pathNot: `${WEB}(lib|content)/` },
    },
    {
      name: "web-ui-below-features",
      severity: "error",
      comment: "The building blocks of every screen know no feature and no text of a screen.",
      from: { path: `${WEB}ui/`, pathNot: TEST_FILES },
      to: { path: WEB, pathNot: `${WEB}(ui|lib)/` },
    },
    {
      name: "web-features-below-app",
      severity: "error",
      comment: "Pages, the router and the shell put features together; a feature does not know them.",
      from: { path: `${WEB}features/`, pathNot: TEST_FILES },
      to: { path: WEB, pathNot: `${WEB}(features|ui|lib|content)/` },
    },
    {
      name: "web-features-are-apart",
      severity: "error",
      comment: "A page combines features. What two features share belongs to ui/ or lib/.",
      from: { path: `${WEB}features/([^/]+)/` },
      to: { path: `${WEB}features/`, pathNot: `${WEB}features/$1/` },
    },
    {
      name: "back-office-base-is-lowest",
      severity: "error",
      comment: "The files directly in back-office/ and those of records/ serve every part of the back office.",
      from: { path: BACK_OFFICE_BASE, pathNot: TEST_FILES },
      to: { path: BACK_OFFICE, pathNot: BACK_OFFICE_BASE },
    },
    {
      name: "back-office-parts-are-apart",
      severity: "error",
      comment: "A part of the back office may use the base and decisions/. Only user-page/ combines the other parts.",
      from: { path: `${BACK_OFFICE}([^/]+)/`, pathNot: `${BACK_OFFICE}(records|user-page)/|${TEST_FILES}` },
      to: { path: BACK_OFFICE, pathNot: [BACK_OFFICE_BASE, `${BACK_OFFICE}($1|decisions)/`] },
    },
    {
      name: "server-never-imports-web",
      severity: "error",
      from: { path: "^apps/server/" },
      to: { path: "^apps/web/" },
    },
    {
      name: "harness-only-in-tests",
      severity: "error",
      from: { path: "^(packages|apps)/", pathNot: TEST_FILES },
      to: { path: "^(tests|bench)/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)dist(\\.new|\\.old)?/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "types", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
  },
};
