import { listUsers, type AdminUser } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { accountFiguresOf } from "../../core/investors/account-figures.ts";
import { readInvestors } from "../../core/investors/store.ts";
import type { Sql } from "../../db/pool.ts";
import { registerCall } from "../../http/register-call.ts";
import { listInvestors } from "./store.ts";

export interface BackOfficeDeps {
  sql: Sql;
  maxPriceAgeMs: number;
}

export function addBackOfficeRoutes(app: FastifyInstance, deps: BackOfficeDeps): void {
  registerCall(app, listUsers, () => listUsersWithFigures(deps));
}

async function listUsersWithFigures({ sql, maxPriceAgeMs }: BackOfficeDeps): Promise<AdminUser[]> {
  const rows = await listInvestors(sql);
  const ids = rows.map(({ id }) => id);
  const snapshots = await readInvestors(sql, ids, maxPriceAgeMs);
  return rows.flatMap((row) => {
    const snapshot = snapshots.get(row.id);
    if (!snapshot) return [];
    return [
      {
        id: row.id,
        email: row.email,
        firstName: row.first_name,
        lastName: row.last_name,
        phone: row.phone,
        country: row.country,
        isAdmin: false,
        isActive: row.is_active,
        kycStatus: row.kyc_status,
        account: accountFiguresOf(snapshot),
        createdAt: row.created_at.toISOString(),
        lastLoginAt: row.last_login_at?.toISOString() ?? null,
      },
    ];
  });
}
