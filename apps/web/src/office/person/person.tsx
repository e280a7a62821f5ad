import type { Person } from "@wazi/contracts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Tag } from "../../ui/tag.tsx";
import { getKycState, type KycState, kycStateLabels, kycStateLooks } from "./kyc-labels.ts";
import * as texts from "../../messages/admin-person.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { isNotFound, useUserDetail } from "./api.ts";

/** A person's name with a link to their page, and their email below. */
export function PersonCell({ userId, user, beside }: { userId: string; user: Person; beside?: ReactNode }) {
  return (
    <>
      <Link
        href={`/admin/users/${userId}`}
        className="rounded-sm font-semibold underline-offset-4 hover:text-primary hover:underline pointer-coarse:inline-block pointer-coarse:py-3 max-md:pointer-coarse:-my-3"
      >
        {formatName(user)}
      </Link>
      {beside}
      <span
        title={user.email}
        className="block text-muted max-md:wrap-anywhere md:overflow-hidden md:text-12 md:text-ellipsis"
      >
        <EmailText email={user.email} />
      </span>
    </>
  );
}

/** Breaks before the @ when it does not fit in one line. */
function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf("@");
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}

/** The email below the title of a dialog. Names can repeat, emails cannot. */
export function PersonEmail({ user }: { user: Person }) {
  return <p className="-my-1 text-14 wrap-anywhere text-muted">{user.email}</p>;
}

/** The name and email for labels that are read out: "Amina Okafor, amina@example.com". */
export function formatNameAndEmail(user: Person): string {
  const name = formatName(user);
  return name === user.email ? name : `${name}, ${user.email}`;
}

/** The full name, or the email if there is no name. */
export function formatName(user: Person): string {
  return `${user.firstName} ${user.lastName}`.trim() || user.email;
}

/** The KYC status. Use `named` where the context does not say that it is about KYC. */
export function KycTag({ state, named = false }: { state: KycState; named?: boolean }) {
  return <Tag look={kycStateLooks[state]}>{named ? texts.kycState({ state }) : kycStateLabels[state]}</Tag>;
}

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
