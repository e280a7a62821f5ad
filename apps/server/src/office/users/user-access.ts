import { AppError } from "../../platform/base/app-error.ts";
import type { UserRow } from "./store.ts";
import * as texts from "../../messages/office.ts";

/**
 * Administrators can only manage users who are not administrators.
 * @throws AppError NOT_FOUND unknown or deleted · FORBIDDEN an administrator, including the caller
 */
export function requireManageableUser(row: UserRow | null, adminId: string): UserRow {
  if (!row) throw new AppError("NOT_FOUND", texts.userNotFound);
  if (row.id === adminId) throw new AppError("FORBIDDEN", texts.userOwn);
  if (row.isAdmin) throw new AppError("FORBIDDEN", texts.userIsAdministrator);
  return row;
}

/**
 * Administrators are not in the list of users, so they are not found here either.
 * @throws AppError NOT_FOUND unknown, deleted, or an administrator
 */
export function requireListedUser(row: UserRow | null): UserRow {
  if (!row || row.isAdmin) throw new AppError("NOT_FOUND", texts.userNotFound);
  return row;
}
