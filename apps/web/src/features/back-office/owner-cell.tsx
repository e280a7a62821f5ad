import type { Owner } from "@wazi/contracts";
import { Link } from "wouter";

/** Whose row it is, with the way to their page. */
export function OwnerCell({ userId, user }: { userId: string; user: Owner }) {
  return (
    <>
      <Link
        href={`/admin/users/${userId}`}
        className="rounded-sm font-semibold underline-offset-4 hover:text-primary hover:underline pointer-coarse:inline-block pointer-coarse:py-3"
      >
        {nameOf(user)}
      </Link>
      <span
        title={user.email}
        className="block text-muted max-md:wrap-anywhere md:overflow-hidden md:text-12 md:text-ellipsis"
      >
        {user.email}
      </span>
    </>
  );
}

/** How the person is called in a dialog's sentences. */
export function nameOf(user: Owner): string {
  return `${user.firstName} ${user.lastName}`.trim() || user.email;
}
