import type { AdminUserDetail } from "@wazi/contracts";
import { useTitle } from "../../../lib/use-title.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { nameOf } from "../owner-cell.tsx";
import { KycTag } from "../users/kyc-tag.tsx";
import { kycStateOf } from "../users/kyc-words.ts";
import { When } from "../when.tsx";
import { UserPageActions } from "./user-page-actions.tsx";
import { UserFacts } from "./user-facts.tsx";

/** Who it is, in which state, and what can be done with them. */
export function UserHeading({ detail, onDone }: { detail: AdminUserDetail; onDone: () => void }) {
  const { user, deactivation } = detail;
  const name = nameOf(user);
  useTitle(name);
  return (
    <header className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-24 break-words">{name}</h1>
          <p className="mt-1.5 flex flex-wrap gap-2">
            <Tag look={user.isActive ? "gain" : "loss"}>{user.isActive ? "Active" : "Deactivated"}</Tag>
            <KycTag named state={kycStateOf(user)} />
          </p>
        </div>
        <UserPageActions user={user} onDone={onDone} />
      </div>
      {deactivation === null ? null : (
        <Notice look="danger" title="Deactivated">
          <p>
            <When at={deactivation.at} />
            {deactivation.by === null ? null : ` by ${nameOf(deactivation.by)}`}
            {deactivation.reason === null ? ". No reason was given." : `: ${deactivation.reason}`}
          </p>
        </Notice>
      )}
      <UserFacts detail={detail} />
    </header>
  );
}
