import type { AuditEntry } from "@wazi/contracts";
import { Fragment } from "react";
import { Money } from "../../../ui/money.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { nameOf } from "../owner-cell.tsx";
import { sentenceOf } from "./audit-words.ts";

/** What was done, in words; the user whom it is about leads to their page. */
export function AuditSentence({ entry }: { entry: AuditEntry }) {
  return sentenceOf(entry).map((part, index) => (
    <Fragment key={index}>
      {typeof part === "string" ? part : "money" in part ? <Money value={part.money} /> : <About entry={entry} />}
    </Fragment>
  ));
}

function About({ entry: { about, action } }: { entry: AuditEntry }) {
  if (!about) return null;
  const name = nameOf(about);
  // Administrators have no page among the users.
  const hasPage = !action.startsWith("administrator.") && action !== "user.make-admin";
  return hasPage ? <TextLink href={`/admin/users/${about.id}`}>{name}</TextLink> : <>{name}</>;
}
