import { type AuditEvent, listAuditEvents } from "@wazi/contracts";
import { Fragment, type ReactNode, type RefObject } from "react";
import { getRefetchMs } from "../../lib/query-client.ts";
import { OpenRowsContext, RowToggle, useOpenRows } from "../records/open-rows.tsx";
import { RecordList } from "../records/record-list.tsx";
import type { RecordAddressState } from "../records/record-address.ts";
import { useRecordPage } from "../records/use-record-page.ts";
import { AuditDetails } from "./audit-details.tsx";
import * as texts from "../../messages/admin-audit.ts";
import { Link } from "wouter";
import { Money } from "../../ui/money.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Timestamp } from "../display/age.tsx";
import { formatName } from "../person/person.tsx";
import type { RecordColumn } from "../records/record-columns.ts";
import { formatActorName, toAuditSentence } from "./audit-labels.ts";

const auditColumns: readonly RecordColumn<AuditEvent>[] = [
  {
    id: "details",
    heading: texts.details,
    hidesHeading: true,
    width: "md:w-11",
    cell: (entry) => (
      <RowToggle
        id={entry.id}
        name={texts.rowToggleName({
          action: entry.action,
          entry: formatActorName(entry),
        })}
      />
    ),
  },
  {
    id: "when",
    heading: texts.when,
    width: "md:w-40",
    cell: ({ happenedAt }) => <Timestamp at={happenedAt} />,
  },
  {
    id: "who",
    heading: texts.who,
    width: "md:w-34 lg:w-48",
    cell: (entry) => <Who entry={entry} />,
  },
  {
    id: "what",
    heading: texts.what,
    wraps: true,
    cell: (entry) => (
      <span className="block py-0.5">
        <AuditSentence entry={entry} />
      </span>
    ),
  },
  {
    id: "address",
    heading: texts.from,
    width: "md:w-44",
    minScreen: "lg",
    cell: ({ address }) =>
      address === null ? <span className="text-muted">{texts.system}</span> : <span className="figure">{address}</span>,
  },
];

/** A user's own action links to their page, any other to all events of its actor. */
function Who({ entry }: { entry: AuditEvent }) {
  const { actor, actorId, about } = entry;
  const name = formatActorName(entry);
  if (actor === null || actorId === null) return <span className="text-muted">{name}</span>;
  const isOwn = about?.id === actorId && !entry.action.startsWith("administrator.");
  return (
    <Link
      href={isOwn ? `/admin/users/${actorId}` : `/admin/audit?actor=${actorId}`}
      title={actor.email}
      className="rounded-sm font-semibold underline-offset-4 hover:text-primary hover:underline pointer-coarse:py-2.5"
    >
      {name}
    </Link>
  );
}

/** The event as a sentence, with a link to the user it is about. */
function AuditSentence({ entry }: { entry: AuditEvent }) {
  return toAuditSentence(entry).map((part, index) => (
    <Fragment key={index}>
      {typeof part === "string" ? part : "money" in part ? <Money value={part.money} /> : <About entry={entry} />}
    </Fragment>
  ));
}

function About({ entry: { about, action } }: { entry: AuditEvent }) {
  if (!about) return null;
  const name = formatName(about);
  // Administrators have no user page.
  const hasPage = !action.startsWith("administrator.") && action !== "user.make-admin";
  return hasPage ? <TextLink href={`/admin/users/${about.id}`}>{name}</TextLink> : <>{name}</>;
}

/** Events of the audit log, newest first, with their changes as details. */
export function AuditList({
  address,
  userId,
  filters,
  search,
  empty,
}: {
  address: RecordAddressState;
  /** Only events by or about this user. */
  userId?: string;
  filters: ReactNode;
  /** The search field that the `/` key focuses. */
  search: RefObject<HTMLInputElement | null>;
  empty: string;
}) {
  const rows = useOpenRows();
  const query = useRecordPage(listAuditEvents, {
    query: {
      ...address.pageQuery,
      ...(userId === undefined ? {} : { user: userId }),
    },
    everyMs: getRefetchMs,
  });
  return (
    <OpenRowsContext value={rows}>
      <RecordList
        label={texts.auditLog}
        failedTitle={texts.listFailedTitle}
        empty={empty}
        query={query}
        address={address}
        columns={auditColumns}
        filters={filters}
        search={search}
        onOpen={({ id }) => rows.toggle(id)}
        details={(entry) => (rows.isOpen(entry.id) ? <AuditDetails entry={entry} /> : null)}
      />
    </OpenRowsContext>
  );
}
