import { existsSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import type { AccountFigures, PublicSettings, Statement } from "@wazi/contracts";
import { createExportGate, type ExportGate } from "./core/csv/export-gate.ts";
import { deleteDocumentsOf } from "./core/documents/delete-documents.ts";
import type { DocumentVault } from "./core/documents/document-vault.ts";
import type { PasswordHasher } from "./core/identity/passwords.ts";
import { findLivingTokens } from "./core/identity/sessions.ts";
import { accountFiguresOf } from "./core/investors/account-figures.ts";
import { losingAccountsPct } from "./core/investors/losing-accounts.ts";
import { readInvestor } from "./core/investors/store.ts";
import type { Door } from "./core/ledger/post.ts";
import { hasPrices, missingMigrations } from "./db/migrate.ts";
import type { Sql } from "./db/pool.ts";
import { addAccountRoutes } from "./features/accounts/routes.ts";
import { addAdministratorRoutes } from "./features/administrators/routes.ts";
import { addBackOfficeRoutes } from "./features/back-office/routes.ts";
import type { AddressSource } from "./features/deposits/address-source.ts";
import { addDepositRoutes } from "./features/deposits/routes.ts";
import { addInvestmentRoutes } from "./features/investments/routes.ts";
import { addLiveUpdateRoutes } from "./features/live-updates/routes.ts";
import { addMarketDataRoutes } from "./features/market-data/routes.ts";
import { addMoneyFlowRoutes } from "./features/money-flows/routes.ts";
import { addOperationsRoutes } from "./features/operations/routes.ts";
import { listTradesOf } from "./features/investments/store.ts";
import { addStatementRoutes } from "./features/statements/routes.ts";
import { addStatusRoutes } from "./features/status/routes.ts";
import { addVerificationRoutes } from "./features/verification/routes.ts";
import type { SubmissionWorkers } from "./features/verification/submission-workers.ts";
import { addTrackRecordRoutes } from "./features/track-records/routes.ts";
import { addWithdrawalRoutes } from "./features/withdrawals/routes.ts";
import { buildApp, type AppOptions } from "./http/build-app.ts";
import { addOpenApiRoutes } from "./http/openapi/openapi-routes.ts";
import type { Settings } from "./settings.ts";
import { feedOf, feedSymbolsOf, isTraded, maxPriceAgeMs, type FeedPlan } from "./trader/market-feeds.ts";
import { readReplayCandles } from "./trader/replay-candles.ts";
import { instrumentsOf } from "./trader/trading-bot.ts";

/** The share of losing accounts is reckoned over all accounts: not for every visitor anew. */
const PUBLIC_SETTINGS_MS = 60_000;
/** A deposit is asked for at a price of this age at most; a slower replay's bar may be older. */
const DEPOSIT_RATE_AGE_MS = 60_000;

export interface Composition {
  settings: Settings;
  sql: Sql;
  door: Door;
  now: () => Date;
  passwords: PasswordHasher;
  addresses: AddressSource;
  documents: DocumentVault;
  submissions: SubmissionWorkers;
  plan: FeedPlan;
  webRoot: string;
  checkAnswers?: boolean;
  logStream?: AppOptions["logStream"];
  recordAnswer?: AppOptions["recordAnswer"];
}

/** The HTTP server with every call of this version; one that only trades has nothing but its health. */
export async function composeApp(parts: Composition): Promise<FastifyInstance> {
  const { settings, sql, now, webRoot } = parts;
  const isServing = settings.role !== "trader";
  const app = buildApp({
    settings,
    sessions: { sql, now },
    isReady: async () => (await missingMigrations(sql)).length === 0 && (await hasPrices(sql)),
    ...(isServing && existsSync(webRoot) ? { webRoot } : {}),
    ...(parts.checkAnswers === undefined ? {} : { checkAnswers: parts.checkAnswers }),
    ...(parts.logStream === undefined ? {} : { logStream: parts.logStream }),
    ...(parts.recordAnswer === undefined ? {} : { recordAnswer: parts.recordAnswer }),
  });
  if (isServing) addCalls(app, parts);
  await app.ready();
  return app;
}

function addCalls(app: FastifyInstance, parts: Composition): void {
  const { settings, sql, door, now, passwords, addresses, plan } = parts;
  const maxAgeMs = maxPriceAgeMs(settings.marketFeed);
  const money = { sql, door, now, maxPriceAgeMs: maxAgeMs };
  const lists = { sql, now, exports: createExportGate() };
  const symbols = feedSymbolsOf(plan);
  const symbolsOf = (name: string): string[] =>
    instrumentsOf(name, symbols).config.instruments.map(({ symbol }) => symbol);
  const readAccount = async (userId: string): Promise<AccountFigures> =>
    accountFiguresOf(await readInvestor(sql, userId, maxAgeMs));
  addOpenApiRoutes(app);
  addAccountRoutes(app, {
    sql,
    now,
    passwords,
    rateLimitScale: settings.rateLimitScale,
    countriesServed: settings.mode === "live" ? settings.operator?.countriesServed : undefined,
    readAccount,
  });
  addStatementRoutes(app, {
    sql,
    now,
    rateLimitScale: settings.rateLimitScale,
    isPaperMoney: settings.mode === "demo",
    operator: settings.mode === "live" ? statementOperatorOf(settings) : null,
    readAccount,
    readTrades: (userId) => listTradesOf(sql, userId),
  });
  addMarketDataRoutes(app, {
    sql,
    readPublicSettings: publicSettingsReader(parts, maxAgeMs),
    publicOrigin: settings.publicOrigin,
    feedOf: (market) => feedOf(plan, market),
    symbolsOf,
    replayedBarsOf: (symbol) => {
      const loaded = plan.replayed.find((each) => each.symbol === symbol);
      return (
        loaded && {
          interval: loaded.interval,
          readCandles: (to, limit) => readReplayCandles(sql, loaded, to, limit),
        }
      );
    },
  });
  addInvestmentRoutes(app, {
    ...money,
    feedOf: (market) => feedOf(plan, market),
    isTraded: (market) => isTraded(settings, plan, market),
    symbolsOf,
  });
  addTrackRecordRoutes(app, { sql, now, broker: "paper", feedOf: (market) => feedOf(plan, market) });
  addStatusRoutes(app, { sql, now });
  addLiveUpdateRoutes(app, { sql, now, findLiving: (tokens) => findLivingTokens({ sql, now }, tokens) });
  addDepositRoutes(app, {
    ...lists,
    door,
    addresses,
    requireIdentity: settings.kycRequiredFor === "deposit",
    requireHash: settings.mode === "live",
    maxRateAgeMs: Math.max(maxAgeMs, DEPOSIT_RATE_AGE_MS),
  });
  addVerificationRoutes(app, { ...lists, documents: parts.documents, submissions: parts.submissions });
  addWithdrawalRoutes(app, {
    ...money,
    ...lists,
    takesTestNetworks: settings.mode === "demo",
    fourEyesAbove: settings.fourEyesAbove,
  });
  addAdministration(app, parts, lists, symbolsOf);
}

/** The calls that are administrators' alone, but for those that stand beside an investor's. */
function addAdministration(
  app: FastifyInstance,
  parts: Composition,
  lists: { sql: Sql; now: () => Date; exports: ExportGate },
  symbolsOf: (botName: string) => string[],
): void {
  const { settings, sql, door, now, passwords, plan, documents } = parts;
  addAdministratorRoutes(app, { sql, now, passwords, rateLimitScale: settings.rateLimitScale });
  addBackOfficeRoutes(app, {
    ...lists,
    door,
    maxPriceAgeMs: maxPriceAgeMs(settings.marketFeed),
    eraseDocuments: (tx, userId) => deleteDocumentsOf({ sql: tx, documents }, userId),
  });
  addOperationsRoutes(app, { sql, now, feedOf: (market) => feedOf(plan, market), symbolsOf });
  addMoneyFlowRoutes(app, { sql, now });
}

type SharedSettings = Omit<PublicSettings, "isTls">;

function publicSettingsReader({ settings, sql, now }: Composition, maxAgeMs: number): () => Promise<SharedSettings> {
  let read: { at: number; answer: Promise<SharedSettings> } | null = null;
  const readAnew = async (): Promise<SharedSettings> => ({
    mode: settings.mode,
    feed: settings.marketFeed.kind,
    broker: settings.broker.kind === "paper" ? "paper" : "live",
    supportUrl: settings.supportUrl ?? null,
    whatsappUrl: settings.whatsappUrl ?? null,
    losingAccountsPct: await losingAccountsPct(sql, maxAgeMs),
    operator: settings.mode === "live" ? operatorOf(settings) : null,
  });
  return () => {
    const at = now().getTime();
    if (read && at - read.at < PUBLIC_SETTINGS_MS) return read.answer;
    const answer = readAnew();
    answer.catch(() => (read = null));
    read = { at, answer };
    return answer;
  };
}

/** Whose name stands on statements of real money. */
function statementOperatorOf({ operator }: Settings): Statement["operator"] {
  return operator ? { name: operator.name, regulator: operator.regulator, licence: operator.licence } : null;
}

function operatorOf({ operator }: Settings): PublicSettings["operator"] {
  return operator ? { ...operator, countriesServed: [...operator.countriesServed] } : null;
}
