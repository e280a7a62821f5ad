/**
 * What an administrator may do. `read-only` sees everything and changes nothing; `money` settles what moves money
 * besides; `full` may do all, managing users, bots, settings and administrators too.
 */
export const adminRoles = ["read-only", "money", "full"] as const;
export type AdminRole = (typeof adminRoles)[number];

/** What a call of the back office needs beyond reading. */
export type AdminRight = "money" | "manage";

const rolesWith: Readonly<Record<AdminRight, readonly AdminRole[]>> = {
  money: ["money", "full"],
  manage: ["full"],
};

/** Whether an administrator of this role may make a call that needs this right; every role may read. */
export function roleAllows(role: AdminRole, right: AdminRight | undefined): boolean {
  return right === undefined || rolesWith[right].includes(role);
}
