/** Every address of the back office. Others are asked to sign in there. */
export const adminPaths = [
  "/admin",
  "/admin/dashboard",
  "/admin/users/:id",
  "/admin/operations",
  "/admin/money",
  "/admin/payouts",
  "/admin/audit",
  "/admin/administrators",
] as const;

export type AdminPath = (typeof adminPaths)[number];
