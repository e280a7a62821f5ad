import { existsSync } from "node:fs";
import { formatKey } from "@wazi/proofs";
import type { AccountFigures, FeedKind, Market, Statement, Trade } from "@wazi/contracts";
import { findAdjustmentLimits } from "../ledger/adjustments/adjustment.ts";
import { deleteUserDocuments } from "../people/documents/delete-documents.ts";
import type { DocumentVault } from "../people/documents/document-vault.ts";
import type { LinkSigner } from "../people/identity/signed-links.ts";
import type { PasswordHasher } from "../people/identity/passwords.ts";
import { findActiveTokens } from "../people/identity/sessions.ts";
import type { FactorVault } from "../people/second-factors/factor-vault.ts";
import type { MailTransport } from "../platform/mail/mail-transport.ts";
import type { PushTransport } from "../platform/push/push-transport.ts";
import { createLosingAccountsReader } from "../investing/positions/losing-accounts.ts";
import { readAccountFigures } from "../investing/positions/account-figures.ts";
import { findReadinessProblem } from "../platform/health/readiness.ts";
import { readTraderHealth } from "../platform/health/trader-health.ts";
import { createDatabaseHints, type HintChannel } from "../platform/hints/hint-channel.ts";
import type { FirstRead } from "../ledger/investors/store.ts";
import type { Door } from "../ledger/door/post.ts";
import type { Queryable, Sql } from "../platform/db/pool.ts";
import { createClosedTrades } from "../investing/bots/closed-trades.ts";
import { createClosingNavs } from "../investing/bots/closing-navs.ts";
import { readAboutUser } from "../people/identity/session-read-store.ts";
import { heldUnitsRead } from "../investing/positions/unit-flow-store.ts";
import { addAccountRoutes } from "../people/accounts/routes.ts";
import { addAdministratorRoutes } from "../people/administrators/routes.ts";
import { addBackOfficeRoutes } from "../office/users/routes.ts";
import { addAdjustmentRoutes } from "../office/adjustments/routes.ts";
import { applyApprovedAdjustment } from "../office/adjustments/adjust-account.ts";
import type { BackOfficeDeps } from "../office/users/back-office-deps.ts";
import { applyApprovedLateCredit } from "../deposits/requests/credit-late-deposit.ts";
import { applyApprovedCredit } from "../deposits/requests/settle-deposit.ts";
import { addEvidenceRoutes } from "../investing/evidence/routes.ts";
import { addInvestmentRoutes } from "../investing/investments/routes.ts";
import { addLiveUpdateRoutes } from "../notices/live/routes.ts";
import { MAX_STREAMS_PER_ADDRESS } from "../notices/live/live-streams.ts";
import { addMarketDataRoutes } from "../trader/market-data/routes.ts";
import { addMoneyFlowRoutes } from "../office/money-flows/routes.ts";
import { addOperationsRoutes } from "../office/operations/routes.ts";
import { listLatestTrades } from "../investing/investments/latest-trades.ts";
import { addSecondFactorRoutes } from "../people/second-factors/routes.ts";
import { addNotificationRoutes } from "../notices/bell/routes.ts";
import { addSuitabilityRoutes } from "../people/suitability/routes.ts";
import { addPerformanceRoutes } from "../investing/performance/routes.ts";
import { addStatementRoutes } from "../investing/statements/routes.ts";
import { listPriceProviders } from "../trader/feeds/price-providers.ts";
import { addStatusRoutes } from "../office/status/routes.ts";
import { addVerificationRoutes } from "../people/verification/routes.ts";
import type { SubmissionWorkers } from "../people/verification/submission-workers.ts";
import { addCostRoutes } from "../investing/costs/routes.ts";
import { addTrackRecordRoutes } from "../proofs/track-records/routes.ts";
import { addTransparencyLogRoutes } from "../proofs/pages/routes.ts";
import { buildApp, type AppOptions } from "./build-app.ts";
import type { App } from "../platform/http/register-call.ts";
import { addOpenApiRoutes } from "../platform/http/openapi/openapi-routes.ts";
import { MAX_STREAMS } from "../platform/process/open-files.ts";
import { toPublicSettings } from "./settings/public-settings.ts";
import type { Modules } from "./modules.ts";
import type { Settings } from "./settings/settings.ts";
import type { ExportGate } from "../platform/csv/export-gate.ts";
import { feedOf, isTraded, maxPriceAgeMs, type FeedPlan } from "../trader/feeds/feed-plan.ts";
import { findReplayedBars, listEndedSymbols } from "../trader/feeds/replay-candles.ts";
import { listBotSymbols } from "../trader/loop/trading-bot.ts";

export interface Composition {
  settings: Settings;
  sql: Sql;
  door: Door;
  now: () => Date;
  passwords: PasswordHasher;
  documents: DocumentVault;
  factors: FactorVault;
  /** The channel for changes in other processes; PostgreSQL's notifications if it is left out. */
  hints?: HintChannel;
  submissions: SubmissionWorkers;
  mail: MailTransport;
  /** Undefined where push is off. */
  push?: PushTransport | undefined;
  links: LinkSigner;
  exports: ExportGate;
  modules: Modules;
  plan: FeedPlan;
  webRoot: string;
  /** The name of this process's trader in the lease; undefined when it does not trade. */
  holder?: string | undefined;
  /** Live streams that this process may hold. */
  maxStreams?: number;
  /** True before a stop, while a proxy still has to notice it. */
  isDraining?: () => boolean;
  checkAnswers?: boolean;
  logStream?: AppOptions["logStream"];
  recordAnswer?: AppOptions["recordAnswer"];
}

/** Builds the HTTP server with all calls. A process that only trades serves its health checks and nothing else. */
export async function composeApp(parts: Composition): Promise<App> {
  const { settings, sql, now, webRoot } = parts;
  const isServing = settings.role !== "trader";
  const app = buildApp({
    settings,
    sessions: { sql, now },
    requiresAdminFactor: settings.mode === "live",
    health: {
      findReadinessProblem: () =>
        parts.isDraining?.() ? Promise.resolve("It is stopping.") : findReadinessProblem(sql, settings.dataDir),
      readTraderHealth: () => readTraderHealth(sql, parts.holder),
    },
    ...(isServing && existsSync(webRoot) ? { webRoot } : {}),
    ...(parts.checkAnswers === undefined ? {} : { checkAnswers: parts.checkAnswers }),
    ...(parts.logStream === undefined ? {} : { logStream: parts.logStream }),
    ...(parts.recordAnswer === undefined ? {} : { recordAnswer: parts.recordAnswer }),
  });
  if (isServing) addRoutes(app, parts);
  await app.ready();
  return app;
}

function addRoutes(app: App, parts: Composition): void {
  const { settings, sql, door, now, plan, exports } = parts;
  const maxAgeMs = maxPriceAgeMs(settings.marketFeed);
  const money = { sql, door, now, maxPriceAgeMs: maxAgeMs };
  const lists = { sql, now, exports };
  const feedOfMarket = (market: Market): FeedKind => feedOf(plan, market);
  const symbolsOf = (botName: string): string[] => listBotSymbols(botName, plan);
  const readAccount = (userId: string, first?: FirstRead): Promise<AccountFigures> =>
    readAccountFigures(sql, userId, maxAgeMs, first);
  const closedTrades = createClosedTrades(sql);
  const readLosingAccountsPct = createLosingAccountsReader({ sql, maxPriceAgeMs: maxAgeMs, now, log: app.log });
  addOpenApiRoutes(app);
  addIdentityRoutes(app, parts, readAccount);
  addStatementRoutes(app, {
    closingNavs: createClosingNavs(sql, closedTrades),
    sql,
    now,
    rateLimitScale: settings.rateLimitScale,
    isPaperMoney: settings.mode === "demo",
    operator: settings.mode === "live" ? toStatementOperator(settings) : null,
    readAccount,
    readTrades: async (userId) =>
      JSON.parse(await listLatestTrades(closedTrades, await readAboutUser(sql, userId, heldUnitsRead))) as Trade[],
  });
  addMarketDataRoutes(app, {
    sql,
    now,
    rateLimitScale: settings.rateLimitScale,
    readPublicSettings: async () => toPublicSettings(settings, await readLosingAccountsPct()),
    publicOrigin: settings.publicOrigin,
    feedOf: feedOfMarket,
    symbolsOf,
    findReplayedBars: (symbol) => findReplayedBars(sql, plan, symbol),
  });
  addInvestmentRoutes(app, {
    ...money,
    requiresAnswers: settings.mode === "live",
    closedTrades,
    feedOf: feedOfMarket,
    isTraded: (market) => isTraded(settings, plan, market),
    symbolsOf,
    listEndedSymbols: () => listEndedSymbols(sql, plan),
  });
  addCostRoutes(app, { sql, now, feedOf: feedOfMarket });
  addPerformanceRoutes(app, { sql, now });
  addNotificationRoutes(app, { sql, now, push: parts.push });
  addSuitabilityRoutes(app, { sql, now, maxPriceAgeMs: maxAgeMs });
  addPublicRecordRoutes(app, parts, feedOfMarket);
  addStreamRoutes(app, parts);
  addVerificationRoutes(app, { ...lists, documents: parts.documents, submissions: parts.submissions });
  const { deposits, withdrawals, bank } = parts.modules;
  for (const { addRoutes: addCalls } of [deposits, withdrawals, bank]) addCalls(app);
  addAdministrationRoutes(app, parts, lists, { feedOf: feedOfMarket, symbolsOf });
}

function addStreamRoutes(app: App, parts: Composition): void {
  const { settings, sql, now, maxStreams = MAX_STREAMS } = parts;
  addLiveUpdateRoutes(app, {
    hints: parts.hints ?? createDatabaseHints(sql),
    now,
    findActiveSessions: (tokens) => findActiveTokens({ sql, now }, tokens),
    maxStreams,
    maxStreamsPerAddress: settings.rateLimitScale === 0 ? Infinity : MAX_STREAMS_PER_ADDRESS,
  });
}

/** The calls of one's own account: who one is, and how one proves it. */
function addIdentityRoutes(
  app: App,
  parts: Composition,
  readAccount: (userId: string, first?: FirstRead) => Promise<AccountFigures>,
): void {
  const { settings, sql, now, passwords, factors, links } = parts;
  const { rateLimitScale } = settings;
  const isLive = settings.mode === "live";
  addAccountRoutes(app, {
    sql,
    now,
    passwords,
    factors,
    rateLimitScale,
    countriesServed: isLive ? settings.operator?.countriesServed : undefined,
    requiresAdminFactor: isLive,
    links,
    eraseFiles: createFileEraser(parts),
    readAccount,
  });
  addSecondFactorRoutes(app, { sql, now, passwords, factors, rateLimitScale });
}

/** The calls with which anybody can check the bots and the platform. */
function addPublicRecordRoutes(
  app: App,
  { settings, sql, now, plan }: Composition,
  feedOfMarket: (market: Market) => FeedKind,
): void {
  addTrackRecordRoutes(app, {
    sql,
    now,
    broker: settings.broker.kind === "paper" ? "paper" : "live",
    feedOf: feedOfMarket,
  });
  addEvidenceRoutes(app, { sql });
  addTransparencyLogRoutes(app, {
    sql,
    witnessKeys: (settings.witnesses ?? []).map(({ key }) => formatKey(key)),
  });
  addStatusRoutes(app, {
    sql,
    now,
    limits: settings.entryLimits,
    priceProviders: listPriceProviders(settings.marketFeed, plan),
  });
}

/** The calls for administrators, except those registered with the investors' calls of the same feature. */
function addAdministrationRoutes(
  app: App,
  parts: Composition,
  lists: { sql: Sql; now: () => Date; exports: ExportGate },
  markets: { feedOf: (market: Market) => FeedKind; symbolsOf: (botName: string) => string[] },
): void {
  const { settings, sql, door, now, passwords, modules } = parts;
  const { requests: deposits } = modules.deposits;
  addAdministratorRoutes(app, { sql, now, passwords, rateLimitScale: settings.rateLimitScale });
  const backOffice: BackOfficeDeps = {
    ...lists,
    door,
    maxPriceAgeMs: maxPriceAgeMs(settings.marketFeed),
    adjustmentLimits: findAdjustmentLimits(settings),
    requiresReason: settings.mode === "live",
    eraseFiles: createFileEraser(parts),
  };
  addBackOfficeRoutes(app, backOffice);
  addAdjustmentRoutes(app, {
    sql,
    door,
    now,
    limit: settings.adjustmentLimit,
    apply: {
      account: (adjustment, approver) => applyApprovedAdjustment(backOffice, adjustment, approver),
      deposit: (adjustment, approver) => applyApprovedCredit(deposits, adjustment, approver),
      "late-deposit": (adjustment, approver) => applyApprovedLateCredit(deposits, adjustment, approver),
    },
  });
  addOperationsRoutes(app, {
    sql,
    now,
    furtherChecks: modules.bank.checks,
    mailTransport: parts.mail.description,
    ...markets,
  });
  addMoneyFlowRoutes(app, { sql, now });
}

/** Erases a user's identity documents, and the copies that the mail transport keeps of their mails. */
function createFileEraser({ documents, mail }: Composition): (tx: Queryable, userId: string) => Promise<void> {
  return async (tx, userId) => {
    await deleteUserDocuments({ sql: tx, documents }, userId);
    await mail.forgetUser(userId);
  };
}

/** The company named on statements of real money. */
function toStatementOperator({ operator }: Settings): Statement["operator"] {
  return operator ? { name: operator.name, regulator: operator.regulator, licence: operator.licence } : null;
}
