import type { ExportGate } from "../../core/csv/export-gate.ts";
import type { DocumentVault } from "../../core/documents/document-vault.ts";
import type { Sql } from "../../db/pool.ts";
import type { SubmissionWorkers } from "./submission-workers.ts";

export interface VerificationDeps {
  sql: Sql;
  documents: DocumentVault;
  submissions: SubmissionWorkers;
  now: () => Date;
  exports: ExportGate;
}
