/**
 * The allowed import directions; docs/explanation/architecture.md has the picture. Type-only imports count as imports. For each rule
 * tests/harness/house-rules.test.ts plants a violation in a copy of the sources, and fails for a rule without one.
 */
const TEST_FILES = "\\.(test|bench)\\.tsx?$|/model-world\\.ts$";
const SERVER = "^apps/server/src/";
/** The nouns of the server, from the lowest up: a noun may import those before it, and never one after it. */
const NOUNS = [
  ...["platform", "record", "ledger", "people", "notices", "deposits", "withdrawals", "bank"],
  ...["investing", "trader", "proofs", "office"],
];
/** Nouns are reached through their `api.ts`. The platform is used file by file. */
const NOUNS_WITH_API = NOUNS.slice(1).join("|");
/** The composition root: the only files that know every noun. */
const ROOT = `${SERVER}(start/|main\\.ts$)`;
/** One file for each outside service. */
const ADAPTERS =
  `${SERVER}(trader/(venue|feeds)/(ccxt|alpaca|paper|twelvedata)-[a-z]+|platform/(hints/nats-hints|push/web-push|mail/(smtp|folder)-mail)` +
  "|people/documents/document-(bucket|folder))\\.ts$";
const NODE_MODULES = "(^|/)node_modules/";
const WEB = "^apps/web/src/";
const WEB_NOUNS = `${WEB}(people|notices|deposits|withdrawals|investing|trader|proofs|office)/`;
/** The parts that a page puts together: a folder of a noun, or its investor's part where it has one for the back office too. */
const WEB_PARTS =
  "people/investor/[^/]+|(?:deposits|withdrawals)/investor|(?:notices|investing|proofs)/[^/]+|trader|office/status";
/** The tabs of the back office, and the folders that they use. */
const OFFICE_PARTS = "people/office/[^/]+|deposits/office|withdrawals/office/[^/]+|office/(?!status/)[^/]+";
/** Folders that every part of the back office may use. */
const OFFICE_BASE = `${WEB}office/(access|display)/`;

/** Every place of sources. A file elsewhere would be held to no rule: a new folder begins here, with rules of its own. */
const PLACES = [
  "^packages/(domain|trading|contracts|proofs)/src/",
  `${SERVER}(${NOUNS.join("|")}|start|commands)/[^/]+/|${SERVER}messages/`,
  `${SERVER}(start|commands)/[^/]+\\.ts$|${SERVER}main\\.ts$`,
  `${SERVER}(${NOUNS_WITH_API})/(api|module)\\.ts$|${SERVER}platform/module\\.ts$|${SERVER}(${NOUNS_WITH_API})/settings\\.ts$`,
  `${WEB}(app|ui|lib|content|messages|offline)/|${WEB}(${WEB_PARTS}|${OFFICE_PARTS})/|${WEB}((main|prerender(\\.test)?)\\.tsx?|[a-z-]+\\.css)$`,
  "^apps/web/(build|public)/|^apps/web/vite\\.config\\.ts$",
  "^(tests|lab|ops)/",
];

module.exports = {
  forbidden: [
    {
      name: "every-folder-has-a-rule",
      severity: "error",
      comment: "PLACES lists where sources are. Give a new folder its rules there first.",
      from: { path: "^(packages|apps|tests|lab|ops)/", pathNot: PLACES },
      to: {},
    },
    {
      name: "nothing-is-imported-from-elsewhere",
      severity: "error",
      comment: "The same for a file that imports nothing itself.",
      from: {},
      to: { path: "^(packages|apps|tests|lab|ops)/", pathNot: [...PLACES, "/package\\.json$"] },
    },
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
      comment: "A module without imports that no file imports is dead code.",
      from: {
        orphan: true,
        path: "^(packages|apps)/",
        pathNot: `${TEST_FILES}|\\.d\\.ts$|\\.config\\.|^apps/web/public/`,
      },
      to: {},
    },
    {
      name: "no-unresolved-imports",
      severity: "error",
      comment: "The imported file or package does not exist.",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "domain-imports-nothing",
      severity: "error",
      comment: "The money rules are pure: no package, no Node, no clock.",
      from: { path: "^packages/domain/src/", pathNot: TEST_FILES },
      to: { pathNot: "^packages/domain/src/" },
    },
    {
      name: "trading-imports-domain-only",
      severity: "error",
      comment: "One trading core for backtest, paper and live. Prices, time and orders come in through its ports.",
      from: { path: "^packages/trading/src/", pathNot: TEST_FILES },
      to: { pathNot: "^packages/(trading|domain)/src/" },
    },
    {
      name: "contracts-import-zod-only",
      severity: "error",
      comment: "Every browser loads the contracts, and so everything that they import.",
      from: { path: "^packages/contracts/src/", pathNot: TEST_FILES },
      to: { pathNot: `^packages/contracts/src/|^packages/domain/src/durations\\.ts$|${NODE_MODULES}zod/` },
    },
    {
      name: "checker-and-witness-stand-alone",
      severity: "error",
      comment: "Strangers run them without Wazi, under a licence of their own.",
      from: { path: "^packages/proofs/src/(checker|witness)/", pathNot: TEST_FILES },
      to: { path: "^(packages|apps|tests|lab|ops)/", pathNot: "^packages/proofs/src/(checker|$1)/" },
    },
    {
      name: "packages-never-import-apps",
      severity: "error",
      from: { path: "^packages/" },
      to: { path: "^apps/" },
    },
    ...NOUNS.map((noun, place) => ({
      name: `${noun}-knows-nothing-after-it`,
      severity: "error",
      comment: "The order of NOUNS decides which noun may import which.",
      from: { path: `${SERVER}${noun}/`, pathNot: TEST_FILES },
      to: { path: [...NOUNS.slice(place + 1).map((later) => `${SERVER}${later}/`), ROOT, `${SERVER}commands/`] },
    })),
    {
      name: "nouns-through-their-api",
      severity: "error",
      comment: "Of another noun, only its api.ts. It lists all that others may use.",
      from: { path: `${SERVER}(${NOUNS.join("|")})/`, pathNot: TEST_FILES },
      to: { path: `${SERVER}(${NOUNS_WITH_API})/`, pathNot: [`${SERVER}$1/`, `${SERVER}[^/]+/api\\.ts$`] },
    },
    {
      name: "an-api-is-for-others",
      severity: "error",
      comment: "Files of a noun import each other directly.",
      from: { path: `${SERVER}([^/]+)/` },
      to: { path: `${SERVER}$1/api\\.ts$` },
    },
    {
      name: "server-messages-are-lowest",
      severity: "error",
      comment: "Catalogues hold texts.",
      from: { path: `${SERVER}messages/` },
      to: {},
    },
    {
      name: "texts-of-their-noun",
      severity: "error",
      comment: "A noun has a catalogue of its own. Texts that nouns share are in the contracts.",
      from: { path: `${SERVER}(${NOUNS.join("|")})/` },
      to: { path: `${SERVER}messages/`, pathNot: `${SERVER}messages/$1\\.ts$` },
    },
    {
      name: "foundation-below-platform",
      severity: "error",
      comment: "db/, process/ and base/ are below the rest of the platform.",
      from: { path: `${SERVER}platform/(db|process|base)/`, pathNot: TEST_FILES },
      to: { path: `${SERVER}platform/`, pathNot: `${SERVER}platform/(db|process|base)/` },
    },
    {
      name: "commands-are-programs",
      severity: "error",
      comment: "A command is started, and never imported.",
      from: { path: SERVER, pathNot: `${TEST_FILES}|${SERVER}commands/` },
      to: { path: `${SERVER}commands/` },
    },
    {
      name: "only-db-imports-pg",
      severity: "error",
      comment:
        "One pool with one set of limits. Stores get a connection typed by platform/db/pool; .oxlintrc.json says who may write SQL.",
      from: { path: "^(packages|apps|tests|lab|ops)/", pathNot: `${SERVER}platform/db/` },
      to: { path: `${NODE_MODULES}(@types/)?(pg|pg-[^/]+|postgres)/` },
    },
    {
      name: "only-routes-know-fastify",
      severity: "error",
      from: {
        path: SERVER,
        pathNot: `${TEST_FILES}|/routes\\.ts$|${SERVER}platform/http/`,
      },
      to: { path: `${NODE_MODULES}(@fastify|fastify)/` },
    },
    {
      name: "adapters-only-by-wiring",
      severity: "error",
      comment: "An outside service is chosen in one place, the noun's `open-*.ts`. Other code knows only the port.",
      from: { path: SERVER, pathNot: `${TEST_FILES}|${ROOT}|${SERVER}commands/|/open-[a-z]+\\.ts$|${ADAPTERS}` },
      to: { path: ADAPTERS },
    },
    {
      name: "settings-read-no-data",
      severity: "error",
      comment: "Settings are read before anything is opened.",
      from: { path: `${SERVER}([a-z]+/settings\\.ts$|(platform|start)/settings/)`, pathNot: TEST_FILES },
      to: { path: `${SERVER}.*(store|/routes)\\.ts$` },
    },
    {
      name: "no-imports-of-main",
      severity: "error",
      from: { path: "^(packages|apps)/" },
      to: { path: `${SERVER}main\\.ts$` },
    },
    {
      name: "web-imports-contracts-only",
      severity: "error",
      comment: "The browser gets the schemas of the calls, and no rules of the server.",
      from: { path: "^apps/web/" },
      to: {
        path: "^(packages/(domain|trading)|apps/server|tests|lab)/",
        pathNot: "^packages/domain/src/durations\\.ts$",
      },
    },
    {
      name: "web-foundation-below-ui",
      severity: "error",
      comment: "lib/ and content/ know no component, no feature and no page.",
      from: { path: `${WEB}(lib|content)/`, pathNot: TEST_FILES },
      to: { path: WEB, pathNot: `${WEB}(lib|content|messages)/` },
    },
    {
      name: "web-offline-below-ui",
      severity: "error",
      comment: "The service worker, and the pages without a connection, draw nothing.",
      from: { path: `${WEB}offline/`, pathNot: TEST_FILES },
      to: { path: WEB, pathNot: `${WEB}(offline|lib|content|messages)/` },
    },
    {
      name: "web-messages-are-lowest",
      severity: "error",
      comment: "Catalogues hold texts. What they need besides is in lib/message-parts.ts.",
      from: { path: `${WEB}messages/` },
      to: { path: WEB, pathNot: `${WEB}lib/message-parts\\.ts$` },
    },
    {
      name: "web-ui-below-nouns",
      severity: "error",
      comment: "The building blocks of every screen know no noun and no text of a screen.",
      from: { path: `${WEB}ui/`, pathNot: TEST_FILES },
      to: { path: WEB, pathNot: `${WEB}((ui|lib)/|messages/shared\\.ts$)` },
    },
    {
      name: "web-nouns-below-app",
      severity: "error",
      comment: "Pages, the router and the shell put parts of nouns together; a part does not know them.",
      from: { path: WEB_NOUNS, pathNot: TEST_FILES },
      to: { path: WEB, pathNot: [WEB_NOUNS, `${WEB}(ui|lib|content|messages)/`] },
    },
    {
      name: "web-parts-are-apart",
      severity: "error",
      comment: "A page combines the parts of nouns. What two of them share belongs to ui/ or lib/.",
      from: { path: `${WEB}(${WEB_PARTS})/` },
      to: { path: WEB_NOUNS, pathNot: `${WEB}$1/` },
    },
    {
      name: "office-base-is-lowest",
      severity: "error",
      comment: "access/ and display/ serve every part of the back office, and know none.",
      from: { path: OFFICE_BASE, pathNot: TEST_FILES },
      to: { path: WEB_NOUNS, pathNot: OFFICE_BASE },
    },
    {
      name: "office-person-below-records",
      severity: "error",
      comment: "person/ shows one user to records/, decisions/ and the tabs.",
      from: { path: `${WEB}office/person/`, pathNot: TEST_FILES },
      to: { path: WEB_NOUNS, pathNot: [OFFICE_BASE, `${WEB}office/person/`] },
    },
    {
      name: "office-records-and-decisions-below-tabs",
      severity: "error",
      comment: "Lists and decision dialogs in general know no tab, and not each other.",
      from: { path: `${WEB}office/(records|decisions)/`, pathNot: TEST_FILES },
      to: { path: WEB_NOUNS, pathNot: [OFFICE_BASE, `${WEB}office/(person|$1)/`] },
    },
    {
      name: "office-tabs-are-apart",
      severity: "error",
      comment: "A tab uses the folders below it and itself. Only user-page/ combines other tabs.",
      from: {
        path: `${WEB}(${OFFICE_PARTS})/`,
        pathNot: [
          OFFICE_BASE,
          `${WEB}office/(person|records|decisions)/`,
          `${WEB}people/office/user-page/`,
          TEST_FILES,
        ],
      },
      to: { path: WEB_NOUNS, pathNot: [OFFICE_BASE, `${WEB}office/(person|records|decisions)/`, `${WEB}$1/`] },
    },
    {
      name: "office-user-page-shows-tabs",
      severity: "error",
      comment: "The page of one user shows what the tabs of the back office show, and nothing of an investor's pages.",
      from: { path: `${WEB}people/office/user-page/`, pathNot: TEST_FILES },
      to: { path: WEB_NOUNS, pathNot: `${WEB}(${OFFICE_PARTS})/` },
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
      to: { path: "^(tests|lab)/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)dist(\\.new|\\.old)?/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "types", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
  },
};
