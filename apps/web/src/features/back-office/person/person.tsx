import type { Person } from "@wazi/contracts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Tag } from "../../../ui/tag.tsx";
import { kycStateLooks, kycStateLabels, type KycState } from "./kyc-labels.ts";

/** Whose row it is, with the way to their page, and beside their name what has to be known of them. */
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

/** Broken before its @ where it has to be broken. */
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

/** Whom a dialog is about, below its title: people share names, and no two an e-mail address. */
export function PersonEmail({ user }: { user: Person }) {
  return <p className="-my-1 text-14 wrap-anywhere text-muted">{user.email}</p>;
}

/** Who it is, for what is read out of a row: "Amina Okafor, amina@example.com". */
export function formatNameAndEmail(user: Person): string {
  const name = formatName(user);
  return name === user.email ? name : `${name}, ${user.email}`;
}

/** How the person is called in a dialog's sentences. */
export function formatName(user: Person): string {
  return `${user.firstName} ${user.lastName}`.trim() || user.email;
}

/** Where somebody's identity check stands; with `named` in a place that does not say what it is of. */
export function KycTag({ state, named = false }: { state: KycState; named?: boolean }) {
  return (
    <Tag look={kycStateLooks[state]}>
      {named ? `KYC ${kycStateLabels[state].toLowerCase()}` : kycStateLabels[state]}
    </Tag>
  );
}
