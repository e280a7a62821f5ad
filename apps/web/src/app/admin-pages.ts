import type { AdminPath } from "./admin-paths.ts";
import { lazyPage, type LazyPage } from "./lazy-page.tsx";

const records = lazyPage(() => import("./pages/admin-page.tsx"));

/** The pages of the back office, each in its own chunk. */
export const adminPages: Readonly<Record<AdminPath, LazyPage<object>>> = {
  "/admin": records,
  "/admin/dashboard": records,
  "/admin/users/:id": lazyPage(() => import("./pages/admin-user-page.tsx")),
  "/admin/operations": lazyPage(() => import("./pages/admin-operations-page.tsx")),
  "/admin/money": lazyPage(() => import("./pages/admin-money-page.tsx")),
  "/admin/payouts": lazyPage(() => import("./pages/admin-payouts-page.tsx")),
  "/admin/audit": lazyPage(() => import("./pages/admin-audit-page.tsx")),
  "/admin/administrators": lazyPage(() => import("./pages/admin-administrators-page.tsx")),
};

/** The page at an address of the back office; undefined for any other. */
export function findAdminPage(path: string): LazyPage<object> | undefined {
  const plain = path.replace(/\/$/, "");
  if (/^\/admin\/users\/[^/]+$/.test(plain)) return adminPages["/admin/users/:id"];
  return plain in adminPages ? adminPages[plain as AdminPath] : undefined;
}
