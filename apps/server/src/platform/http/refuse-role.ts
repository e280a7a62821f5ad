import { adminRoles, roleAllows, type AdminRight, type AdminRole } from "@wazi/contracts";
import { AppError } from "../base/app-error.ts";

/**
 * Returns the error for a user without this administrator right; undefined when the user has it.
 * @param role the administrator's role; null for other users
 */
export function findRoleRefusal(role: AdminRole | null, right: AdminRight | undefined): AppError | undefined {
  if (role === null) return new AppError("FORBIDDEN", "Access Denied: You do not have admin privileges");
  if (roleAllows(role, right)) return undefined;
  const allowed = adminRoles.filter((each) => roleAllows(each, right)).join(" or ");
  return new AppError("FORBIDDEN", `This needs an administrator with the role ${allowed}. Yours is ${role}.`);
}
