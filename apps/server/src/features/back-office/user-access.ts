import { AppError } from "../../core/app-error.ts";
import type { UserRow } from "./store.ts";

/**
 * The user whom an administrator may manage: one who is there and is no administrator.
 * @throws AppError NOT_FOUND not there or deleted · FORBIDDEN an administrator, oneself included
 */
export function requireManageableUser(row: UserRow | null, adminId: string): UserRow {
  if (!row) throw new AppError("NOT_FOUND", "User not found.");
  if (row.id === adminId) throw new AppError("FORBIDDEN", "Nobody manages an account of their own");
  if (row.isAdmin) throw new AppError("FORBIDDEN", "An administrator's account is not managed here");
  return row;
}

/**
 * The user whom an administrator may look at: one who stands in the list of users.
 * @throws AppError NOT_FOUND not there, deleted, or an administrator: those are in no list either
 */
export function requireListedUser(row: UserRow | null): UserRow {
  if (!row || row.isAdmin) throw new AppError("NOT_FOUND", "User not found.");
  return row;
}
