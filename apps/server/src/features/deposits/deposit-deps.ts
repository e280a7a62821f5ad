import type { Sql } from "../../db/pool.ts";
import type { Door } from "../../core/ledger/post.ts";
import type { AddressSource } from "./address-source.ts";

export interface DepositDeps {
  sql: Sql;
  door: Door;
  addresses: AddressSource;
  now: () => Date;
}
