import { useTitle } from "../../../lib/use-title.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";

/** Nobody at this address. */
export function UserNotFound({ userId }: { userId: string }) {
  useTitle("No such user");
  return (
    <Gone title="No such user" userId={userId}>
      Nobody has this address: it was mistyped, the user was deleted, or they are an administrator now.
    </Gone>
  );
}

/** Somebody deleted the user, or made an administrator of them, while their page was being read. */
export function UserRemoved({ userId, name }: { userId: string; name: string }) {
  useTitle("User gone");
  return (
    <Gone title={`${name} is gone`} userId={userId}>
      While you were here they were deleted, or became an administrator. Nothing more can be done from this page. The
      audit log says who did it.
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
              What the audit log says
            </LinkButton>
          </span>
        }
      >
        {children}
      </EmptyState>
    </>
  );
}
