import type { AccountFigures } from "@wazi/contracts";
import type { FirstRead } from "../ledger/api.ts";
import type { ExportGate } from "../platform/csv/export-gate.ts";
import type { Queryable, Sql } from "../platform/db/pool.ts";
import type { MailTransport } from "../platform/mail/mail-transport.ts";
import { DEVICE_LIFETIME_MS } from "../platform/http/session.ts";
import { runEvery, type Running } from "../platform/jobs/run-every.ts";
import { defineModule, type OpenedModule, type ProcessIdentity } from "../platform/module.ts";
import type { SettingsOf } from "../platform/settings/setting-entry.ts";
import { applyDueEmailChanges } from "./accounts/change-email.ts";
import { addAccountRoutes } from "./accounts/routes.ts";
import { addAdministratorRoutes } from "./administrators/routes.ts";
import { deleteUserDocuments, type DocumentVault } from "./documents/document-vault.ts";
import { PROOF_MS } from "./identity/act-proofs.ts";
import { loadCommonPasswords } from "./identity/new-password.ts";
import type { PasswordHasher } from "./identity/passwords.ts";
import type { LinkSigner } from "./identity/signed-links.ts";
import { peopleSettings } from "./settings.ts";
import type { FactorVault } from "./second-factors/factor-vault.ts";
import { addSecondFactorRoutes } from "./second-factors/routes.ts";
import { addSuitabilityRoutes } from "./suitability/routes.ts";
import { addVerificationRoutes } from "./verification/routes.ts";
import type { SubmissionWorkers } from "./verification/submission-workers.ts";

/** The list of common passwords is read this long after the start, which it would delay. */
const COMMON_PASSWORDS_MS = 1_000;
/** A process looks this often for changes of e-mail addresses whose time has come. */
const EMAIL_CHANGES_MS = 30_000;

interface Parts {
  settings: SettingsOf<typeof peopleSettings> & { mode: "demo" | "live"; rateLimitScale: number };
  sql: Sql;
  now: () => Date;
  exports: ExportGate;
  mail: MailTransport;
  passwords: PasswordHasher;
  factors: FactorVault;
  documents: DocumentVault;
  submissions: SubmissionWorkers;
  links: LinkSigner;
  /** The oldest price that values an account. */
  maxPriceAgeMs: number;
  /** An investor's figures, which a later noun computes. */
  readAccount: (userId: string, first?: FirstRead) => Promise<AccountFigures>;
}

export interface OpenedPeople extends OpenedModule {
  /** Erases a user's identity documents, and the copies that the mail transport keeps of their mails. */
  eraseFiles: (tx: Queryable, userId: string) => Promise<void>;
}

/** Users: accounts and sessions, second factors, administrators, identity documents, suitability. */
export const people = defineModule({
  settings: peopleSettings,
  retention: [
    { table: "sessions", column: "expires_at", keptMs: 0 },
    { table: "throttles", column: "expires_at", keptMs: 0 },
    { table: "passkey_challenges", column: "expires_at", keptMs: 0 },
    { table: "act_proofs", column: "proved_at", keptMs: PROOF_MS },
    { table: "account_links", column: "expires_at", keptMs: 0 },
    { table: "known_devices", column: "last_used_at", keptMs: DEVICE_LIFETIME_MS },
  ],
  open({ settings, sql, now, ...parts }: Parts): OpenedPeople {
    const { passwords, factors, documents } = parts;
    const { rateLimitScale } = settings;
    const isLive = settings.mode === "live";
    const eraseFiles: OpenedPeople["eraseFiles"] = async (tx, userId) => {
      await deleteUserDocuments({ sql: tx, documents }, userId);
      await parts.mail.forgetUser(userId);
    };
    return {
      eraseFiles,
      addRoutes(app) {
        addAccountRoutes(app, {
          sql,
          now,
          passwords,
          factors,
          rateLimitScale,
          countriesServed: isLive ? settings.operator?.countriesServed : undefined,
          requiresAdminFactor: isLive,
          links: parts.links,
          eraseFiles,
          readAccount: parts.readAccount,
        });
        addSecondFactorRoutes(app, { sql, now, passwords, factors, rateLimitScale });
        addSuitabilityRoutes(app, { sql, now, maxPriceAgeMs: parts.maxPriceAgeMs });
        addVerificationRoutes(app, { sql, now, exports: parts.exports, documents, submissions: parts.submissions });
        addAdministratorRoutes(app, { sql, now, passwords, rateLimitScale, mode: settings.mode });
      },
      jobs: [
        { name: "the list of common passwords", in: "serving", start: readCommonPasswords },
        { name: "changes of e-mail addresses", in: "serving", start: ({ log }) => runEmailChanges({ sql, now }, log) },
      ],
      checks: [],
      metrics: [],
    };
  },
});

function runEmailChanges(deps: Pick<Parts, "sql" | "now">, log: ProcessIdentity["log"]): Running {
  return runEvery({
    everyMs: EMAIL_CHANGES_MS,
    firstAfterMs: EMAIL_CHANGES_MS,
    run: () => applyDueEmailChanges(deps),
    failed: (error) => log.warn({ err: error }, "a change of an e-mail address was not applied; it is tried again"),
  });
}

function readCommonPasswords() {
  const timer = setTimeout(loadCommonPasswords, COMMON_PASSWORDS_MS).unref();
  return {
    stop: () => {
      clearTimeout(timer);
      return Promise.resolve();
    },
  };
}
