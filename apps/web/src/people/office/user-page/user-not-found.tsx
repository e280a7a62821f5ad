import { useTitle } from "../../../lib/use-title.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import * as texts from "../../../messages/admin-user-page.ts";

/** Shown for an unknown user id. */
export function UserNotFound({ userId }: { userId: string }) {
  useTitle(texts.notFoundTitle);
  return (
    <Gone title={texts.notFoundTitle} userId={userId}>
      {texts.notFoundText}
    </Gone>
  );
}

/** Shown when the user is deleted or becomes an administrator while their page is open. */
export function UserRemoved({ userId, name }: { userId: string; name: string }) {
  useTitle(texts.userRemoved);
  return (
    <Gone title={texts.removedTitle({ name })} userId={userId}>
      {texts.removedText}
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
            <LinkButton href="/admin">{texts.allUsers}</LinkButton>
            <LinkButton href={`/admin/audit?${subject}`} look="secondary">
              {texts.goneAuditLink}
            </LinkButton>
          </span>
        }
      >
        {children}
      </EmptyState>
    </>
  );
}
