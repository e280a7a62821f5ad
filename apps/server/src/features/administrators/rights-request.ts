import { AppError } from "../../core/app-error.ts";
import { refusalOfRole } from "../../core/identity/refuse-role.ts";
import { verifyOwnPassword } from "../../core/identity/verify-own-password.ts";
import type { AdministratorDeps } from "./administrator-deps.ts";
import type { AdministratorRow } from "./store.ts";

/** The administrator who asks, and how they show that it is they. */
export interface RightsRequest {
  admin: { id: string; email: string };
  password: string;
  address: string | null;
  /** Marks a browser that they have signed in with. */
  deviceToken: string | undefined;
}

/** @throws AppError FORBIDDEN the password is wrong · RATE_LIMITED · BUSY */
export async function verifyRightsRequest(deps: AdministratorDeps, asking: RightsRequest): Promise<void> {
  const { admin, password, address, deviceToken } = asking;
  const failure = "administrator.password-failed";
  await verifyOwnPassword(deps, { user: admin, password, field: "password", failure, address, deviceToken });
}

/**
 * Who asks may have lost their rights to another administrator since the request came in.
 * @param locked all administrators of this moment
 * @throws AppError FORBIDDEN no administrator with all rights any more
 */
export function requireFullRole(locked: readonly AdministratorRow[], adminId: string): void {
  const row = locked.find(({ id }) => id === adminId);
  const refusal = refusalOfRole(row?.adminRole ?? null, "manage");
  if (refusal) throw refusal;
}

/**
 * The administrator whose rights are to be taken or changed.
 * @throws AppError NOT_FOUND no administrator, or no longer
 */
export function requireAdministrator(locked: readonly AdministratorRow[], id: string): AdministratorRow {
  const row = locked.find((each) => each.id === id);
  if (!row) throw new AppError("NOT_FOUND", "Administrator not found.");
  return row;
}

/**
 * Somebody must be left who can make others administrators.
 * @throws AppError CONFLICT they are the only one with all rights
 */
export function refuseLastFull(locked: readonly AdministratorRow[], row: AdministratorRow): void {
  const others = locked.filter(({ id, adminRole: role }) => role === "full" && id !== row.id);
  if (row.adminRole !== "full" || others.length > 0) return;
  throw new AppError(
    "CONFLICT",
    `${formatAdministratorName(row)} is the last administrator with the role full, and has to stay one.`,
  );
}

export const formatAdministratorName = (row: { firstName: string; lastName: string }): string =>
  `${row.firstName} ${row.lastName}`;
