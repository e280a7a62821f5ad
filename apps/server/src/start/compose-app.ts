import { existsSync } from "node:fs";
import { formatKey } from "@wazi/proofs";
import type { AccountFigures, CurrentUser, FeedKind, Market, Statement, Trade } from "@wazi/contracts";
import { findAdjustmentLimits } from "../ledger/adjustments/adjustment.ts";
import { createExportGate, type ExportGate } from "../platform/csv/export-gate.ts";
import { deleteUserDocuments } from "../people/documents/delete-documents.ts";
import type { DocumentVault } from "../people/documents/document-vault.ts";
import type { LinkSigner } from "../people/identity/signed-links.ts";
import type { PasswordHasher } from "../people/identity/passwords.ts";
import { countTry, depositRule } from "../people/identity/throttle.ts";
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
import type { AddressSource } from "../deposits/requests/address-source.ts";
import { addAdjustmentRoutes } from "../office/adjustments/routes.ts";
import { applyApprovedAdjustment } from "../office/adjustments/adjust-account.ts";
import type { BackOfficeDeps } from "../office/users/back-office-deps.ts";
import { applyApprovedLateCredit } from "../deposits/requests/credit-late-deposit.ts";
import { refusePendingDeposit, refuseUnverified } from "../deposits/requests/create-deposit.ts";
import type { DepositDeps } from "../deposits/requests/deposit-deps.ts";
import { applyApprovedCredit } from "../deposits/requests/settle-deposit.ts";
import { addDepositRoutes } from "../deposits/requests/routes.ts";
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
import { addWithdrawalRoutes } from "../withdrawals/requests/routes.ts";
import { buildApp, type AppOptions } from "./build-app.ts";
import type { App } from "../platform/http/register-call.ts";
import { addOpenApiRoutes } from "../platform/http/openapi/openapi-routes.ts";
import { MAX_STREAMS } from "../platform/process/open-files.ts";
import { toPublicSettings } from "./settings/public-settings.ts";
import { buildChainPayoutDeps } from "./chain-payout-wiring.ts";
import { buildPayoutDeps, toCallbackSecrets } from "./payout-wiring.ts";
import type { PayingChain } from "../withdrawals/chain-payouts/paying-chain.ts";
import { addChainPayoutRoutes } from "../withdrawals/chain-payouts/routes.ts";
import { addCallbackRoutes } from "../withdrawals/payouts/callbacks/routes.ts";
import { listBookedCharges } from "../bank/statements/charge-store.ts";
import { railChecks } from "../bank/statements/rail-checks.ts";
import { addRailStatementRoutes } from "../bank/statements/routes.ts";
import type { PayoutRail } from "../withdrawals/payouts/payout-rail.ts";
import { addPayoutRoutes } from "../withdrawals/payouts/routes.ts";
import { createPayoutPlanner } from "../withdrawals/payouts/plan-payout.ts";
import { addDepositPaymentRoutes } from "../deposits/chains/routes.ts";
import { computeMaxRateAgeMs, listDepositNetworks, openMpesaDeposits } from "./rails-wiring.ts";
import { addMpesaDepositRoutes } from "../deposits/mpesa/routes.ts";
import type { Settings } from "./settings/settings.ts";
import { feedOf, isTraded, maxPriceAgeMs, type FeedPlan } from "../trader/feeds/feed-plan.ts";
import { findReplayedBars, listEndedSymbols } from "../trader/feeds/replay-candles.ts";
import { listBotSymbols } from "../trader/loop/trading-bot.ts";

export interface Composition {
  settings: Settings;
  sql: Sql;
  door: Door;
  now: () => Date;
  passwords: PasswordHasher;
  addresses: AddressSource;
  documents: DocumentVault;
  factors: FactorVault;
  /** The channel for changes in other processes; PostgreSQL's notifications if it is left out. */
  hints?: HintChannel;
  submissions: SubmissionWorkers;
  mail: MailTransport;
  /** Undefined where push is off. */
  push?: PushTransport | undefined;
  links: LinkSigner;
  /** Empty where payouts are made by hand. */
  payingChains: readonly PayingChain[];
  payoutRails: readonly PayoutRail[];
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
  const { settings, sql, door, now, addresses, plan } = parts;
  const maxAgeMs = maxPriceAgeMs(settings.marketFeed);
  const money = { sql, door, now, maxPriceAgeMs: maxAgeMs };
  const lists = { sql, now, exports: createExportGate() };
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
  const deposits = { ...lists, ...toDepositSettings(settings), door, addresses };
  addDepositRoutes(app, deposits);
  addDepositRails(app, parts, deposits);
  addVerificationRoutes(app, { ...lists, documents: parts.documents, submissions: parts.submissions });
  addWithdrawalRoutes(app, {
    ...money,
    ...lists,
    isPaperMoney: settings.mode === "demo",
    fourEyesAbove: settings.fourEyesAbove,
    dailyLimit: settings.withdrawalDailyLimit,
    addressWaitHours: settings.addressWaitHours,
    rateLimitScale: settings.rateLimitScale,
    payouts: settings.payouts === "manual" ? null : createPayoutPlanner({ sql, now, rails: parts.payoutRails }),
  });
  addAdministrationRoutes(app, parts, { lists, deposits }, { feedOf: feedOfMarket, symbolsOf });
}

function toDepositSettings(settings: Settings) {
  return {
    rateLimitScale: settings.rateLimitScale,
    requireIdentity: settings.kycRequiredFor === "deposit",
    requireHash: settings.mode === "live",
    givesPracticeMoney: settings.mode === "demo",
    adjustmentLimits: findAdjustmentLimits(settings),
    maxRateAgeMs: computeMaxRateAgeMs(settings.marketFeed),
  };
}

/** Payments that chains and M-Pesa report. */
function addDepositRails(app: App, { settings, sql, door, now }: Composition, deposits: DepositDeps): void {
  const { mode, chains } = settings;
  addDepositPaymentRoutes(app, { sql, door, now, mode: chains.credit, isTest: mode === "demo" });
  const refuseDeposit = async (user: { id: string; kycStatus: CurrentUser["kycStatus"] }): Promise<void> => {
    refuseUnverified(deposits, user.kycStatus);
    await refusePendingDeposit(deposits, user.id);
    await countTry(deposits, depositRule, user.id);
  };
  addMpesaDepositRoutes(app, sql, openMpesaDeposits(settings, { sql, door, now, refuseDeposit, log: app.log }));
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
  { lists, deposits }: { lists: { sql: Sql; now: () => Date; exports: ExportGate }; deposits: DepositDeps },
  markets: { feedOf: (market: Market) => FeedKind; symbolsOf: (botName: string) => string[] },
): void {
  const { settings, sql, door, now, passwords } = parts;
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
  const { payouts: mode, payoutDailyLimit: dailyLimit } = settings;
  const payoutDeps = buildPayoutDeps({ sql, door, now, settings }, parts.payoutRails);
  // A payment of a statement is not an investor's request, so no rule of requests refuses it.
  const refuseDeposit = (): Promise<void> => Promise.resolve();
  const mpesa = openMpesaDeposits(settings, { sql, door, now, refuseDeposit, log: app.log });
  addRailStatementRoutes(app, { sql, door, now, mpesa });
  addCallbackRoutes(app, { ...payoutDeps, secrets: toCallbackSecrets(settings) });
  addChainPayoutRoutes(app, buildChainPayoutDeps(settings, payoutDeps, parts.payingChains));
  const depositNetworks = listDepositNetworks(settings);
  addPayoutRoutes(app, {
    sql,
    door,
    now,
    mode,
    rails: parts.payoutRails,
    dailyLimit,
    depositNetworks,
    listBookedCharges,
  });
  addOperationsRoutes(app, { sql, now, furtherChecks: railChecks, mailTransport: parts.mail.description, ...markets });
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
