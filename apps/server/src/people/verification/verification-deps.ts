import type { ExportGate } from "../../platform/csv/export-gate.ts";
import type { DocumentVault } from "../documents/document-vault.ts";
import type { Sql } from "../../platform/db/pool.ts";
import type { SubmissionWorkers } from "./submission-workers.ts";

export interface VerificationDeps {
  sql: Sql;
  documents: DocumentVault;
  submissions: SubmissionWorkers;
  now: () => Date;
  exports: ExportGate;
}
