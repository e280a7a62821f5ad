import type { AdminUser } from "@wazi/contracts";
import type { Queryable } from "../../db/pool.ts";

export interface UserRow {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  phone: string;
  country: string;
  is_active: boolean;
  kyc_status: AdminUser["kycStatus"];
  created_at: Date;
  last_login_at: Date | null;
}

const MAX_LISTED = 1_000;

/** Everyone but administrators, the newest first. */
export function listInvestors(sql: Queryable): Promise<UserRow[]> {
  return sql<UserRow[]>`
    select id, email, first_name, last_name, phone, country, is_active, kyc_status, created_at, last_login_at
    from users where not is_admin and deleted_at is null order by created_at desc, id desc limit ${MAX_LISTED}`;
}
