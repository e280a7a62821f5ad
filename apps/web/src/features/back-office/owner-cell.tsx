import type { AdminDeposit } from "@wazi/contracts";

export function OwnerCell({ user }: { user: AdminDeposit["user"] }) {
  return (
    <>
      <span className="block font-semibold">
        {user.firstName} {user.lastName}
      </span>
      <span className="block break-all text-muted">{user.email}</span>
    </>
  );
}

/** How the person is called in a dialog's sentences. */
export function nameOf(user: AdminDeposit["user"]): string {
  return `${user.firstName} ${user.lastName}`.trim() || user.email;
}
