import type { Person } from "@wazi/contracts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { isNotFound, useUserDetail } from "./api.ts";
import { getKycState } from "./kyc-labels.ts";
import { KycTag, formatName } from "./person.tsx";
import * as texts from "../../messages/admin-person.ts";

/** A person's name with a link to their page, their KYC status and whether they are deactivated. */
export function PersonFacts({ userId, user }: { userId: string; user: Person }) {
  const { data, error } = useUserDetail(userId);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0">
        <TextLink href={`/admin/users/${userId}`}>{formatName(user)}</TextLink>
        <span className="block text-14 wrap-anywhere text-muted">{user.email}</span>
      </p>
      <p className="flex flex-wrap gap-2">
        {data !== undefined ? (
          <>
            <KycTag named state={getKycState(data.user)} />
            {data.user.isActive ? null : <Tag look="loss">{texts.deactivated}</Tag>}
          </>
        ) : isNotFound(error) ? (
          <Tag>{texts.deletedUser}</Tag>
        ) : error === null ? (
          <Skeleton className="h-5 w-24" />
        ) : (
          <Tag>{texts.kycUnavailable}</Tag>
        )}
      </p>
    </div>
  );
}
