/**
 * `support` sees people and their requests, without images of documents, and can freeze accounts. `read-only` sees everything and
 * changes nothing. `money` can also freeze, and make decisions that move money. `full` can also manage users, bots, settings and
 * administrators.
 */
export const adminRoles = ["support", "read-only", "money", "full"] as const;
export type AdminRole = (typeof adminRoles)[number];

/** The right that a back-office call needs. `people` reads people and their requests; a call without one reads anything else. */
export type AdminRight = "people" | "freeze" | "money" | "manage";

const rolesWith: Readonly<Record<AdminRight, readonly AdminRole[]>> = {
  people: adminRoles,
  freeze: ["support", "money", "full"],
  money: ["money", "full"],
  manage: ["full"],
};

export function roleAllows(role: AdminRole, right: AdminRight | undefined): boolean {
  return right === undefined ? role !== "support" : rolesWith[right].includes(role);
}
