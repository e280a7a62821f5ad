import type { AdminUser } from "@wazi/contracts";
import { toAccountFigures } from "../../investing/api.ts";
import { readInvestor, readInvestors, type InvestorSnapshot } from "../../ledger/api.ts";
import type { BackOfficeDeps } from "./delete-user.ts";
import type { ListedUserRow, UserRow } from "./store.ts";

type ReadDeps = Pick<BackOfficeDeps, "sql" | "maxPriceAgeMs">;

export function toAdminUser(row: UserRow, snapshot: InvestorSnapshot): AdminUser {
  return {
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    phone: row.phone,
    country: row.country,
    isAdmin: row.isAdmin,
    isActive: row.isActive,
    kycStatus: row.kycStatus,
    account: toAccountFigures(snapshot),
    createdAt: row.createdAt.toISOString(),
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
  };
}

/** A user with current figures. */
export async function readAdminUser({ sql, maxPriceAgeMs }: ReadDeps, row: UserRow): Promise<AdminUser> {
  return toAdminUser(row, await readInvestor(sql, row.id, maxPriceAgeMs));
}

/** Users with current figures, in the given order. */
export async function readAdminUsers(
  { sql, maxPriceAgeMs }: ReadDeps,
  rows: readonly ListedUserRow[],
): Promise<AdminUser[]> {
  const ids = rows.map(({ id }) => id);
  const snapshots = await readInvestors(sql, ids, maxPriceAgeMs);
  return rows.flatMap((row) => {
    const snapshot = snapshots.get(row.id);
    const { hasPendingVerification } = row;
    return snapshot ? [{ ...toAdminUser(row, snapshot), hasPendingVerification }] : [];
  });
}
