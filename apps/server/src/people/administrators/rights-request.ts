import { AppError } from "../../platform/base/app-error.ts";
import { findRoleRefusal } from "../../platform/http/guard.ts";
import { verifyOwnPassword } from "../identity/verify-own-password.ts";
import type { AdministratorRow } from "./store.ts";
import type { PasswordHasher } from "../identity/passwords.ts";
import type { Sql } from "../../platform/db/pool.ts";
import * as texts from "../../messages/people.ts";

export interface AdministratorDeps {
  sql: Sql;
  now: () => Date;
  passwords: PasswordHasher;
  /** The setting RATE_LIMIT_SCALE. */
  rateLimitScale: number;
  mode: "demo" | "live";
}

/** The administrator who changes rights, with the password that confirms it. */
export interface RightsRequest {
  admin: { id: string; email: string };
  password: string;
  address: string | null;
  /** Identifies a browser that they signed in with before. */
  deviceToken: string | undefined;
}

/** @throws AppError FORBIDDEN the password is wrong · RATE_LIMITED · BUSY */
export async function verifyRightsRequest(deps: AdministratorDeps, asking: RightsRequest): Promise<void> {
  const { admin, password, address, deviceToken } = asking;
  const failure = "administrator.password-failed";
  await verifyOwnPassword(deps, { user: admin, password, field: "password", failure, address, deviceToken });
}

/**
 * Another administrator may have revoked the caller's rights since the request arrived.
 * @param locked all current administrators
 * @throws AppError FORBIDDEN the caller no longer has full access
 */
export function requireFullRole(locked: readonly AdministratorRow[], adminId: string): void {
  const row = locked.find(({ id }) => id === adminId);
  const refusal = findRoleRefusal(row?.adminRole ?? null, "manage");
  if (refusal) throw refusal;
}

/** @throws AppError NOT_FOUND not an administrator, or no longer one */
export function requireAdministrator(locked: readonly AdministratorRow[], id: string): AdministratorRow {
  const row = locked.find((each) => each.id === id);
  if (!row) throw new AppError("NOT_FOUND", texts.administratorNotFound);
  return row;
}

/**
 * At least one administrator who can appoint others must remain.
 * @throws AppError CONFLICT the last administrator with full access
 */
export function refuseLastFull(locked: readonly AdministratorRow[], row: AdministratorRow): void {
  const others = locked.filter(({ id, adminRole: role }) => role === "full" && id !== row.id);
  if (row.adminRole !== "full" || others.length > 0) return;
  throw new AppError("CONFLICT", texts.lastFullAdministrator({ name: formatAdministratorName(row) }));
}

export const formatAdministratorName = (row: { firstName: string; lastName: string }): string =>
  `${row.firstName} ${row.lastName}`;
