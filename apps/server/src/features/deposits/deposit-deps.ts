import type { ExportGate } from "../../core/csv/export-gate.ts";
import type { Sql } from "../../db/pool.ts";
import type { Door } from "../../core/ledger/post.ts";
import type { AddressSource } from "./address-source.ts";

export interface DepositDeps {
  sql: Sql;
  door: Door;
  addresses: AddressSource;
  /** KYC_REQUIRED_FOR=deposit: who has not proved who they are may not deposit. Never asked for before a withdrawal. */
  requireIdentity: boolean;
  /** In live mode a deposit is credited only with the transaction that brought it. */
  requireHash: boolean;
  /** A coin's price older than this is none: nobody is told to send coins at it. */
  maxRateAgeMs: number;
  now: () => Date;
  exports: ExportGate;
}
