import { randomBytes, randomUUID } from "node:crypto";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { pino, type Logger } from "pino";
import { buildChainPayoutDeps, openPayingChains } from "./chain-payout-wiring.ts";
import { buildPayoutDeps, openPayoutRails } from "./payout-wiring.ts";
import type { PayingChain } from "./rails/chain-payouts/paying-chain.ts";
import type { PayoutRail } from "./rails/payouts/payout-rail.ts";
import { runPayoutWorker } from "./rails/payouts/run-payout-worker.ts";
import { runComparisons } from "./rails/statements/keep-comparison.ts";
import { loadCommonPasswords } from "./core/identity/new-password.ts";
import { createPasswordHasher } from "./core/identity/passwords.ts";
import { ensureFirstAdmin, type CreatedAdmin } from "./core/identity/first-admin.ts";
import { recordSettings, type NamedValue } from "./core/installation/setting-fingerprints.ts";
import { recordMode } from "./core/installation/store.ts";
import { seedBots } from "./core/bots/store.ts";
import { prepareEvidence } from "./core/evidence/prepare-evidence.ts";
import type { DocumentVault } from "./core/documents/document-vault.ts";
import type { FactorVault } from "./core/second-factors/factor-vault.ts";
import { openDoor, type Door } from "./core/ledger/post.ts";
import { openPool, type Sql } from "./db/pool.ts";
import { createAddressSource, makeDemoKeys } from "./adapters/deposit-addresses.ts";
import { ensureDepositKeys, ensureGasWallet, listDepositKeys } from "./features/deposits/deposit-key-store.ts";
import { takeAddressIndex } from "./features/deposits/store.ts";
import type { AddressSource } from "./features/deposits/address-source.ts";
import { toDepositKeys } from "./settings/deposit-settings.ts";
import { watchConnections } from "./process/connections.ts";
import { computeMaxStreams, MAX_STREAMS, readOpenFilesLimit } from "./process/open-files.ts";
import { toAdminPasswordFile, writeAdminPassword } from "./process/admin-password-file.ts";
import { limitRepeats } from "./process/limit-repeats.ts";
import { StartError } from "./process/start-error.ts";
import { textLog } from "./process/text-log.ts";
import { readVersion } from "./process/version.ts";
import { openBroker, openPriceSource } from "./live-wiring.ts";
import { runChainRounds } from "./rails/chain-payouts/run-chain-rounds.ts";
import { startDepositWatch } from "./rails-wiring.ts";
import { railChecks } from "./rails/statements/rail-checks.ts";
import type { Settings } from "./settings/settings.ts";
import { planFeeds, type FeedPlan } from "./trader/feeds/feed-plan.ts";
import { runTrader, type Trader } from "./trader/run-trader.ts";
import { runReconciliation } from "./core/reconciliation/run-reconciliation.ts";
import type { RecordedAnswer } from "./http/build-app.ts";
import { describeError } from "./http/request-log.ts";
import { composeApp } from "./compose-app.ts";
import { openEvents } from "./event-wiring.ts";
import { openDatabase, prepareDatabase, type Database } from "./database-wiring.ts";
import { openMetrics } from "./metrics-wiring.ts";
import { checkDocumentKeys, openDocuments, openFactors } from "./document-wiring.ts";
import { openLinkSigner, openMail } from "./mail-wiring.ts";
import type { LinkSigner } from "./core/identity/signed-links.ts";
import type { MailTransport } from "./core/mail/mail-transport.ts";
import { runMailSender } from "./core/mail/send-mails.ts";
import { runPushSender } from "./core/push/send-pushes.ts";
import type { PushTransport } from "./core/push/push-transport.ts";
import { openPush } from "./push-wiring.ts";
import { AnswerTimes } from "./features/status/answer-times.ts";
import { startHeartbeat, type HeartbeatDeps } from "./features/status/heartbeat.ts";
import { createSubmissionWorkers } from "./features/verification/submission-workers.ts";
import { runHousekeeping } from "./housekeeping.ts";
import { startLog } from "./log-wiring.ts";
import { recordRules } from "./core/transparency-log/record-rules.ts";

const SEED_BYTES = 32;
const MS_PER_SECOND = 1_000;
/** At a stop, statements in progress have this long to finish. */
const POOL_END_SECONDS = 1;
/** The list of common passwords is read this long after the start, which it would delay. */
const COMMON_PASSWORDS_MS = 1_000;
/** At a stop, requests in progress have this long. With the stop of the database it is less than process managers allow. */
const REQUESTS_END_MS = 5_000;

export interface RunningServer {
  address: string;
  /** Settles only when the process cannot continue. */
  lost: Promise<StartError>;
  stop(): Promise<void>;
}

/**
 * The composition root: takes the settings and starts everything. When a step fails, the steps before it are stopped.
 * @param texts the settings as text; a change since the last start is recorded in the audit log
 * @throws StartError for a problem that the operator can fix
 */
export async function runServer(settings: Settings, texts: readonly NamedValue[]): Promise<RunningServer> {
  const hooks = { logMethod: limitRepeats() };
  const options = { level: settings.logLevel, serializers: { err: describeError }, hooks };
  const logStream = findLogStream(settings);
  const log = logStream === undefined ? pino(options) : pino(options, logStream);
  const { role, mode } = settings;
  if (logStream !== undefined) process.stdout.write(`Starting Wazi ${readVersion()} …\n`);
  log.info({ version: readVersion(), node: process.versions.node, role, mode }, "Wazi is starting");
  await checkPortIsFree(settings);
  const plan = planFeeds(settings);
  if (plan.skippedFiles.length > 0)
    log.info(
      { files: plan.skippedFiles },
      "skipped files in the replay folder: their names are not of the form {market}_{SYMBOL}_{interval}.csv",
    );
  if (plan.replayed.length + plan.live.length > 0 && plan.simulated.length > 0)
    log.info({ symbols: plan.simulated }, "these symbols have simulated prices");
  const database = await openDatabase(settings, log);
  try {
    return await serve({ settings, texts, log, logStream, plan, database });
  } catch (error) {
    await database.stop();
    throw error;
  }
}

interface Start {
  settings: Settings;
  texts: readonly NamedValue[];
  log: Logger;
  /** Undefined for JSON lines. */
  logStream: typeof textLog | undefined;
  plan: FeedPlan;
  database: Database;
}

/** A terminal gets text, everything else JSON, unless the settings say otherwise. */
function findLogStream({ logFormat = process.stdout.isTTY ? "text" : "json" }: Settings): typeof textLog | undefined {
  return logFormat === "text" ? textLog : undefined;
}

async function serve(start: Start): Promise<RunningServer> {
  const { settings, log, plan, database } = start;
  const { url, directUrl } = await prepareDatabase(settings, log, database);
  const sql = openPool(url, { max: settings.databaseConnections, directUrl });
  const drain = createDrain(settings);
  const stops: (() => Promise<unknown>)[] = [() => sql.end({ timeout: POOL_END_SECONDS })];
  const stop = async (): Promise<void> => {
    log.info("Wazi is stopping");
    await drain.run();
    for (const each of stops.reverse()) await each();
    await database.stop();
    log.info("Wazi has stopped");
  };
  try {
    const now = (): Date => new Date();
    const passwords = createPasswordHasher();
    const vaults = await openVaults(sql, settings);
    const { addresses, admin } = await seed(sql, settings, passwords);
    await reportSettings(sql, start);
    const holder = settings.role === "api" ? undefined : randomUUID();
    const metrics = await openMetrics({ settings, sql, now, plan, holder, log });
    stops.push(() => metrics.stop());
    let trader: Trader | undefined;
    const { hints, stopEvents } = await openEvents(settings, sql, () => trader?.isTrading() === true);
    stops.push(stopEvents);
    const door = metrics.countOperations(openDoor(sql, hints));
    if (holder !== undefined) {
      trader = startTrader(start, { sql, door, now, holder });
      stops.push(() => trader?.stop() ?? Promise.resolve());
      stops.push(startDepositWatch(settings, { sql, door, hints, now, log }));
    }
    if (settings.role !== "api") {
      const logging = await startLog(sql, settings, log);
      stops.push(() => logging.stop());
    }
    const house = runHousekeeping(sql, now, log);
    stops.push(() => house.stop());
    const submissions = createSubmissionWorkers(submissionProgram());
    stops.push(() => submissions.stop());
    const mail = { mail: await openMail(settings), links: openLinkSigner(settings), push: openPush(settings) };
    const payouts = await openPayouts(settings, sql);
    const opened = { passwords, ...payouts, addresses, ...vaults, submissions, ...mail };
    const services = { ...opened, hints, isDraining: drain.isDraining, maxStreams: findMaxStreams(log) };
    const answerTimes = new AnswerTimes();
    const recordAnswer = (answer: RecordedAnswer): void => {
      answerTimes.record(answer);
      metrics.recordAnswer(answer);
    };
    const parts = { settings, sql, door, now, ...services, plan, holder, webRoot: webRoot(), recordAnswer };
    const app = await composeApp({ ...parts, ...(start.logStream && { logStream: start.logStream }) });
    const connections = watchConnections(app.server);
    stops.push(async () => {
      const closed = app.close();
      connections.endUnused();
      await Promise.race([closed, sleep(REQUESTS_END_MS, undefined, { ref: false })]);
    });
    const address = await listen(app, settings);
    if (settings.role !== "trader") {
      const deps = { sql, door, now, settings, answerTimes };
      const identity = { holder: randomUUID(), isAloneOnDatabase: database.isOurs, log };
      stops.push(...startServices(deps, { ...mail, ...payouts, origin: settings.publicOrigin ?? address }, identity));
    }
    database.announce(address);
    printStartMessage(address, admin, settings.dataDir);
    return { address, lost: database.lost, stop };
  } catch (error) {
    for (const each of stops.reverse()) await each();
    throw error;
  }
}

async function reportSettings(sql: Sql, { settings, texts, log }: Start): Promise<void> {
  const changed = await recordSettings(sql, settings.role, [...texts, ...(await listDepositKeys(sql))]);
  if (changed.length > 0)
    log.info({ changed }, "settings differ from the last start; the audit log has their fingerprints");
}

/**
 * Before a stop, a process that serves says for a while that it is not ready and still takes requests, so that a proxy sends
 * the next ones to another process.
 */
function createDrain({ role, drainSeconds }: Settings): { isDraining: () => boolean; run(): Promise<void> } {
  let isDraining = false;
  return {
    isDraining: () => isDraining,
    async run() {
      isDraining = true;
      if (role !== "trader") await sleep(drainSeconds * MS_PER_SECOND);
    },
  };
}

function startTrader(
  { settings, log, plan, database }: Start,
  { sql, door, now, holder }: { sql: Sql; door: Door; now: () => Date; holder: string },
): Trader {
  const feed = { plan, limits: settings.entryLimits, settings: settings.marketFeed };
  const venue = { source: openPriceSource(settings), broker: openBroker(settings, now) };
  return runTrader({ sql, door, log, now, ...feed, ...venue, holder, isAloneOnDatabase: database.isOurs });
}

async function openPayouts(
  settings: Settings,
  sql: Sql,
): Promise<{ payingChains: readonly PayingChain[]; payoutRails: readonly PayoutRail[] }> {
  const payingChains = await openPayingChains(settings);
  return { payingChains, payoutRails: openPayoutRails(settings, sql, payingChains) };
}

/**
 * Starts what a process that serves requests does between them: payouts, mail, and measuring.
 * @param opened where payments and mails go, and the address of the links in mails
 * @returns how to stop each
 */
function startServices(
  { settings, answerTimes, ...deps }: HeartbeatDeps & { settings: Settings; door: Door },
  opened: {
    mail: MailTransport;
    push: PushTransport | undefined;
    links: LinkSigner;
    payingChains: readonly PayingChain[];
    payoutRails: readonly PayoutRail[];
    origin: string;
  },
  identity: { holder: string; isAloneOnDatabase: boolean; log: Logger },
): (() => Promise<unknown>)[] {
  const { mail, push, links, payingChains, payoutRails, origin } = opened;
  const { sql, now } = deps;
  const { log } = identity;
  const stops: (() => Promise<unknown>)[] = [];
  if (payoutRails.length > 0) {
    const payoutDeps = buildPayoutDeps({ ...deps, settings }, payoutRails);
    const payouts = runPayoutWorker({ ...payoutDeps, ...identity });
    stops.push(() => payouts.stop());
    const onChain = runChainRounds({ ...buildChainPayoutDeps(settings, payoutDeps, payingChains), ...identity });
    stops.push(() => onChain.stop());
  }
  const comparisons = runComparisons({ sql, now }, log);
  stops.push(() => Promise.resolve(comparisons.stop()));
  reportMail(settings, mail, log);
  const sender = runMailSender({ sql, now, transport: mail, links, origin }, log);
  if (push !== undefined) {
    const pushes = runPushSender({ sql, transport: push }, log);
    stops.push(() => pushes.stop());
  }
  stops.push(() => sender.stop(), startMeasuring({ sql, now, answerTimes }, log));
  setTimeout(loadCommonPasswords, COMMON_PASSWORDS_MS).unref();
  return stops;
}

/** Opens what is encrypted, and checks that the keys fit the database. A process that only trades reads no documents. */
async function openVaults(sql: Sql, settings: Settings): Promise<{ documents: DocumentVault; factors: FactorVault }> {
  const vaults = { documents: openDocuments(settings), factors: openFactors(settings) };
  if (settings.role !== "trader") await checkDocumentKeys(sql, vaults, settings);
  return vaults;
}

/** Compares the books and records that this process serves. @returns how to stop it */
function startMeasuring(deps: HeartbeatDeps, log: Logger): () => Promise<void> {
  const reconciling = runReconciliation({ ...deps, further: railChecks }, log);
  const heartbeat = startHeartbeat(deps, log);
  return () => {
    reconciling.stop();
    heartbeat.stop();
    return Promise.resolve();
  };
}

/** Says where mails go: without a mail server no one receives them. */
function reportMail(
  { mail, mode }: Settings,
  { description }: MailTransport,
  log: Pick<Logger, "info" | "warn">,
): void {
  if (mail.server !== undefined) log.info(`mail goes to ${description}`);
  else log[mode === "live" ? "warn" : "info"](`mail is written to the ${description}; set MAIL_URL to send it`);
}

/** Reports a limit of open files that allows fewer live streams. */
function findMaxStreams(log: Pick<Logger, "warn">): number {
  const openFiles = readOpenFilesLimit();
  const maxStreams = computeMaxStreams(openFiles);
  if (maxStreams < MAX_STREAMS) {
    log.warn(
      { openFiles, maxStreams },
      "the limit of open files allows fewer live streams than usual; raise it (ulimit -n)",
    );
  }
  return maxStreams;
}

/** In the folder of the built bundle. */
function submissionProgram(): string {
  return join(import.meta.dirname, "prepare-submission.js");
}

/** The same path from the built bundle (apps/server/dist) and from the source (apps/server/src). */
function webRoot(): string {
  return join(import.meta.dirname, "..", "..", "web", "dist");
}

async function seed(
  sql: Sql,
  settings: Settings,
  passwords: ReturnType<typeof createPasswordHasher>,
): Promise<{ addresses: AddressSource; admin: CreatedAdmin | undefined }> {
  await checkMode(sql, settings);
  await seedBots(sql);
  await prepareEvidence(sql);
  await recordRules(sql);
  const addresses = await openAddresses(sql, settings);
  await ensureGasWallet(sql, async () => addresses.addressAt("TRC20", await takeAddressIndex(sql, "TRC20")));
  const { adminEmail: email, adminPassword: password, dataDir } = settings;
  const keep = (generated: string): void => writeAdminPassword(dataDir, generated);
  const admin = await ensureFirstAdmin({ sql, passwords, now: () => new Date() }, { email, password, keep });
  return { addresses, admin };
}

/** A database keeps its first mode: otherwise paper money would count as real money, or real money as paper. */
async function checkMode(sql: Sql, { mode }: Settings): Promise<void> {
  const kept = await recordMode(sql, mode);
  if (kept === mode) return;
  throw new StartError(
    `WAZI_MODE: "${mode}" is not allowed: this database was created in ${kept} mode and holds ${kept === "demo" ? "paper" : "real"} money. ` +
      `Set WAZI_MODE=${kept}, or set another DATA_DIR or DATABASE_URL for ${mode} mode.`,
  );
}

/** Live mode uses the operator's watch-only keys. A demo generates its own keys once. */
async function openAddresses(sql: Sql, settings: Settings): Promise<AddressSource> {
  if (settings.mode === "live") return createAddressSource(toDepositKeys(settings), false);
  return createAddressSource(await ensureDepositKeys(sql, () => makeDemoKeys(randomBytes(SEED_BYTES))), true);
}

/** Checked before the database starts, so that this common mistake is reported at once. */
async function checkPortIsFree({ host, port }: Settings): Promise<void> {
  if (port === 0) return;
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => reject(portError(error, host, port)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function portError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case "EADDRINUSE":
      return new StartError(
        `PORT: ${port} is in use on ${host}. Stop the program that uses it, or set another PORT (0 picks a free one).`,
      );
    case "EACCES":
      return new StartError(`PORT: this user has no permission to use ${port}. Set a PORT above 1023.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartError(
        `HOST: ${host} is not an address of this machine. Set HOST to another address, such as 127.0.0.1.`,
      );
    default:
      return error;
  }
}

async function listen(app: FastifyInstance, { host, port }: Settings): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    throw portError(error as NodeJS.ErrnoException, host, port);
  }
}

/** The last lines of a start, for the operator and outside the log. */
function printStartMessage(address: string, admin: CreatedAdmin | undefined, dataDir: string): void {
  const lines = [`Wazi is at ${address}`];
  if (admin) lines.push(`First administrator: ${admin.email}`);
  if (admin?.generatedPassword) lines.push(`Password: in the file ${toAdminPasswordFile(dataDir)}`);
  const who = admin ? "sign in as this administrator, or sign up as an investor" : "sign in or sign up";
  lines.push(`Next: open the address in a browser and ${who}. Ctrl-C stops Wazi.`);
  process.stdout.write(`${lines.join("\n")}\n`);
}
