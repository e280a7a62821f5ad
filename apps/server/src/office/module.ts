import type { EntryLimits, Cents } from "@wazi/domain";
import type { PublicStatus } from "@wazi/contracts";
import { applyApprovedCredit, applyApprovedLateCredit, type OpenedDeposits } from "../deposits/api.ts";
import { type Door, toAloneRule, type FurtherChecks, runReconciliation } from "../ledger/api.ts";
import type { OpenedPeople } from "../people/api.ts";
import type { ExportGate } from "../platform/csv/export-gate.ts";
import type { Sql } from "../platform/db/pool.ts";
import { defineModule, type OpenedModule } from "../platform/module.ts";
import { applyApprovedAdjustment } from "./adjustments/adjust-account.ts";
import { addAdjustmentRoutes } from "./adjustments/routes.ts";
import { addMoneyFlowRoutes } from "./money-flows/routes.ts";
import type { OperationsDeps } from "./operations/operated-bots.ts";
import { queueMetrics, readQueueMetrics } from "./operations/queue-metrics.ts";
import { addOperationsRoutes } from "./operations/routes.ts";
import type { AnswerTimes } from "./status/answer-times.ts";
import { runCompaction, startHeartbeat } from "./status/heartbeat.ts";
import { addStatusRoutes } from "./status/routes.ts";
import type { BackOfficeDeps } from "./users/delete-user.ts";
import { addBackOfficeRoutes } from "./users/routes.ts";

interface Parts {
  settings: {
    mode: "demo" | "live";
    adminAloneDailyLimit: Cents | undefined;
    entryLimits: EntryLimits;
  };
  sql: Sql;
  door: Door;
  now: () => Date;
  exports: ExportGate;
  maxPriceAgeMs: number;
  /** Where mails go, such as the mail server's name. */
  mail: { description: string };
  /** The times that this process needed for its answers. */
  answerTimes: AnswerTimes;
}

interface Needs {
  people: OpenedPeople;
  deposits: OpenedDeposits;
  bank: { furtherChecks: FurtherChecks };
  markets: Pick<OperationsDeps, "feedOf" | "instrumentsOf"> & { priceProviders: PublicStatus["priceProviders"] };
}

/** All that administrators see and do beyond one noun: users, adjustments, operations, money flows; and the public status. */
export const office = defineModule({
  metrics: [queueMetrics],
  open({ settings, sql, door, now, ...parts }: Parts, { people, deposits, bank, markets }: Needs): OpenedModule {
    const { feedOf, instrumentsOf, priceProviders } = markets;
    const { furtherChecks } = bank;
    const backOffice: BackOfficeDeps = {
      sql,
      door,
      now,
      exports: parts.exports,
      maxPriceAgeMs: parts.maxPriceAgeMs,
      aloneRule: toAloneRule(settings),
      requiresReason: settings.mode === "live",
      eraseFiles: people.eraseFiles,
    };
    return {
      addRoutes(app) {
        addBackOfficeRoutes(app, backOffice);
        addAdjustmentRoutes(app, {
          sql,
          door,
          now,
          rule: toAloneRule(settings),
          apply: {
            account: (adjustment, approver) => applyApprovedAdjustment(backOffice, adjustment, approver),
            deposit: (adjustment, approver) => applyApprovedCredit(deposits.requests, adjustment, approver),
            "late-deposit": (adjustment, approver) => applyApprovedLateCredit(deposits.requests, adjustment, approver),
          },
        });
        const mailTransport = parts.mail.description;
        addOperationsRoutes(app, { sql, now, furtherChecks, mailTransport, feedOf, instrumentsOf });
        addMoneyFlowRoutes(app, { sql, now });
        addStatusRoutes(app, { sql, now, limits: settings.entryLimits, priceProviders });
      },
      jobs: [
        {
          name: "the comparison of the books",
          in: "serving",
          start: ({ log }) => runReconciliation({ sql, now, further: furtherChecks }, log),
        },
        {
          name: "the heartbeat",
          in: "serving",
          start: ({ log }) => startHeartbeat({ sql, now, answerTimes: parts.answerTimes }, log),
        },
        { name: "old heartbeats", in: "every", start: ({ log }) => runCompaction({ sql, now }, log) },
      ],
      checks: [],
      metrics: [readQueueMetrics(sql)],
    };
  },
});
