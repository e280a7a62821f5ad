/** Every address of the back office. Who is not an administrator is asked to sign in there, and goes on there. */
export const adminPaths = [
  "/admin",
  "/admin/dashboard",
  "/admin/users/:id",
  "/admin/operations",
  "/admin/money",
  "/admin/audit",
  "/admin/administrators",
] as const;

export type AdminPath = (typeof adminPaths)[number];
