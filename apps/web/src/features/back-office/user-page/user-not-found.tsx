import { useTitle } from "../../../lib/use-title.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";

/** Shown for an unknown user id. */
export function UserNotFound({ userId }: { userId: string }) {
  useTitle("User not found");
  return (
    <Gone title="User not found" userId={userId}>
      The link may be wrong, or the user was deleted or became an administrator.
    </Gone>
  );
}

/** Shown when the user is deleted or becomes an administrator while their page is open. */
export function UserRemoved({ userId, name }: { userId: string; name: string }) {
  useTitle("User removed");
  return (
    <Gone title={`${name} is no longer a user`} userId={userId}>
      They were deleted or became an administrator while you were here. The audit log shows who did it.
    </Gone>
  );
}

function Gone({ title, userId, children }: { title: string; userId: string; children: string }) {
  const subject = new URLSearchParams({ subjectType: "user", subjectId: userId }).toString();
  return (
    <>
      <h1 className="mb-4 text-24">{title}</h1>
      <EmptyState
        action={
          <span className="flex flex-wrap justify-center gap-3">
            <LinkButton href="/admin">All users</LinkButton>
            <LinkButton href={`/admin/audit?${subject}`} look="secondary">
              View audit log
            </LinkButton>
          </span>
        }
      >
        {children}
      </EmptyState>
    </>
  );
}
