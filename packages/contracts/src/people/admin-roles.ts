/**
 * `read-only` sees everything and changes nothing. `money` can also make decisions that move money. `full` can also manage
 * users, bots, settings and administrators.
 */
export const adminRoles = ["read-only", "money", "full"] as const;
export type AdminRole = (typeof adminRoles)[number];

/** The right that a back-office call needs; a call without one only reads. */
export type AdminRight = "money" | "manage" | "freeze";

const rolesWith: Readonly<Record<AdminRight, readonly AdminRole[]>> = {
  freeze: ["money", "full"],
  money: ["money", "full"],
  manage: ["full"],
};

/** Every role may read. */
export function roleAllows(role: AdminRole, right: AdminRight | undefined): boolean {
  return right === undefined || rolesWith[right].includes(role);
}
