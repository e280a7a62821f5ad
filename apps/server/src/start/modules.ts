import type { Logger } from "pino";
import { bank, type OpenedBank } from "../bank/module.ts";
import { deposits, type OpenedDeposits } from "../deposits/module.ts";
import type { AddressSource } from "../deposits/addresses/configured-addresses.ts";
import { investing } from "../investing/module.ts";
import type { Door } from "../ledger/door/post.ts";
import { ledger } from "../ledger/module.ts";
import { notices } from "../notices/module.ts";
import { office } from "../office/module.ts";
import type { AnswerTimes } from "../office/status/answer-times.ts";
import type { DocumentVault } from "../people/documents/document-vault.ts";
import type { PasswordHasher } from "../people/identity/passwords.ts";
import type { LinkSigner } from "../people/identity/signed-links.ts";
import { people } from "../people/module.ts";
import type { FactorVault } from "../people/second-factors/factor-vault.ts";
import type { SubmissionWorkers } from "../people/verification/submission-workers.ts";
import type { ExportGate } from "../platform/csv/export-gate.ts";
import type { Sql } from "../platform/db/pool.ts";
import { findReadinessProblem } from "../platform/health/readiness.ts";
import type { HintChannel } from "../platform/hints/hint-channel.ts";
import type { MailTransport } from "../platform/mail/mail-transport.ts";
import type { MetricGroup, MetricReader } from "../platform/metrics/metric.ts";
import { platformMetrics, readPlatformMetrics } from "../platform/metrics/platform-metrics.ts";
import type { Noun, OpenedModule } from "../platform/module.ts";
import type { PushTransport } from "../platform/push/push-transport.ts";
import { proofs } from "../proofs/module.ts";
import { maxPriceAgeMs, type FeedPlan } from "../trader/feeds/feed-plan.ts";
import { type OpenedTrader, trader } from "../trader/module.ts";
import { withdrawals, type OpenedWithdrawals } from "../withdrawals/module.ts";
import type { PayoutRail } from "../withdrawals/payouts/payout-rail.ts";
import { toPublicSettings } from "./settings/public-settings.ts";
import type { Settings } from "./settings/settings.ts";

/** The nouns, from the lowest up. */
export const nouns: readonly Noun[] = [
  ...[ledger, people, notices, deposits, withdrawals, bank, investing, trader, proofs, office],
];

/** How long the rows of all nouns are kept. */
export const retentionRules = nouns.flatMap(({ retention }) => retention ?? []);
export const partitionRules = nouns.flatMap(({ partitions }) => partitions ?? []);
/** The metrics that a scrape names from the first moment of a start. */
export const metricGroups: readonly MetricGroup[] = [
  ...platformMetrics,
  ...nouns.flatMap(({ metrics }) => metrics ?? []),
];

export interface Modules {
  deposits: OpenedDeposits;
  withdrawals: OpenedWithdrawals;
  bank: OpenedBank;
  trader: OpenedTrader;
  /** All of them, in the order of the nouns. */
  all: readonly OpenedModule[];
  readers: readonly MetricReader[];
  /** Why this process should get no requests now, in one sentence; null when it is ready. */
  findReadinessProblem: () => Promise<string | null>;
}

export interface ModuleParts {
  settings: Settings;
  sql: Sql;
  door: Door;
  now: () => Date;
  log: Pick<Logger, "info" | "warn" | "error">;
  plan: FeedPlan;
  /** The name of this process's trader in the lease; undefined when it does not trade. */
  holder?: string | undefined;
  exports: ExportGate;
  hints: HintChannel;
  mail: MailTransport;
  /** Undefined where push is off. */
  push: PushTransport | undefined;
  links: LinkSigner;
  passwords: PasswordHasher;
  factors: FactorVault;
  documents: DocumentVault;
  submissions: SubmissionWorkers;
  addresses: AddressSource;
  answerTimes: AnswerTimes;
  /** The address of the links in mails. */
  origin: string;
  /** Live streams that this process may hold. */
  maxStreams: number;
  /** Rails in place of those of the settings, in tests. */
  rails?: readonly PayoutRail[] | undefined;
}

/**
 * Opens the modules, each with those before it that it needs. Markets and the figures of investors come first, because
 * earlier nouns call their functions. Sends no request.
 */
export async function openModules(parts: ModuleParts): Promise<Modules> {
  const { settings } = parts;
  const platform = { ...parts, maxPriceAgeMs: maxPriceAgeMs(settings.marketFeed) };
  const openedTrader = trader.open({
    ...platform,
    readPublicSettings: async () => toPublicSettings(settings, await openedInvesting.readLosingAccountsPct()),
  });
  const { markets } = openedTrader;
  const openedInvesting = investing.open({ ...platform, markets });
  const { readAccount, computeLosingAccountsPct } = openedInvesting;
  const openedPeople = people.open({ ...platform, readAccount });
  const openedNotices = notices.open(platform);
  const openedDeposits = deposits.open(platform);
  const openedWithdrawals = await withdrawals.open(platform);
  const openedBank = bank.open(platform, {
    deposits: openedDeposits,
    withdrawals: openedWithdrawals,
    sharesInterest: markets.billInterest.source === "statements",
  });
  const { takeReserves } = openedBank;
  const openedProofs = proofs.open({ ...platform, feedOf: markets.feedOf, computeLosingAccountsPct, takeReserves });
  const openedOffice = office.open(platform, {
    people: openedPeople,
    deposits: openedDeposits,
    bank: openedBank,
    markets,
  });
  const all = [
    ...[ledger.open(platform), openedPeople, openedNotices, openedDeposits, openedWithdrawals, openedBank],
    ...[openedInvesting, openedTrader, openedProofs, openedOffice],
  ];
  const checks = all.flatMap((each) => each.checks);
  return {
    deposits: openedDeposits,
    withdrawals: openedWithdrawals,
    bank: openedBank,
    trader: openedTrader,
    all,
    readers: [...readPlatformMetrics(parts.sql, settings), ...all.flatMap(({ metrics }) => metrics)],
    findReadinessProblem: () => findReadinessProblem({ sql: parts.sql, dataDir: settings.dataDir }, checks),
  };
}
