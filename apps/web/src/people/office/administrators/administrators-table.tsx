import type { Administrator } from "@wazi/contracts";
import { type ReactNode, useMemo } from "react";
import { Tag } from "../../../ui/tag.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { missingRightTexts, roleLabels, useAdmin, useHasRight } from "../../../office/access/admin-access.ts";
import { formatUtc, Timestamp } from "../../../office/display/age.tsx";
import { formatName } from "../../../office/person/person.tsx";
import type { RecordColumn } from "../../../office/records/record-columns.ts";
import { RecordTable } from "../../../office/records/record-table.tsx";
import { RowButton } from "../../../office/records/row-button.tsx";
import * as texts from "../../../messages/admin-administrators.ts";

export type AdministratorAction = "role" | "reset" | "revoke";

interface Asked {
  ownId: string;
  /** True if the signed-in administrator may change others. */
  mayManage: boolean;
  all: readonly Administrator[];
  open: (action: AdministratorAction, administrator: Administrator) => void;
}

function columnsWith(asked: Asked): readonly RecordColumn<Administrator>[] {
  return [
    {
      id: "name",
      heading: texts.administrator,
      cell: (each) => (
        <span className="inline-flex flex-wrap items-center justify-end gap-x-2 md:justify-start">
          <span className="font-semibold">{formatName(each)}</span>
          {each.id === asked.ownId ? <Tag look="gain">{texts.you}</Tag> : null}
          <span className="text-muted max-md:basis-full">{each.email}</span>
        </span>
      ),
    },
    {
      id: "role",
      heading: texts.role,
      width: "md:w-32",
      cell: ({ role }) => <Tag look={role === "full" ? "wait" : "plain"}>{roleLabels[role]}</Tag>,
    },
    {
      id: "second",
      heading: texts.secondPerson,
      width: "md:w-44",
      wraps: true,
      cell: (each) => showSecondPerson(each, Date.now()),
    },
    {
      id: "since",
      heading: texts.signedUp,
      width: "md:w-40",
      minScreen: "lg",
      cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    },
    {
      id: "used",
      heading: texts.columnLastSignIn,
      width: "md:w-40",
      minScreen: "lg",
      cell: ({ lastLoginAt }) =>
        lastLoginAt === null ? <span className="text-muted">{texts.never}</span> : <Timestamp at={lastLoginAt} />,
    },
    {
      id: "done",
      heading: texts.activity,
      width: "md:w-32",
      minScreen: "xl",
      cell: ({ id, ...each }) => (
        <TextLink href={`/admin/audit?actor=${id}`}>
          {texts.auditLinkOf({
            each: formatName(each),
            span: (text) => <span className="sr-only">{text}</span>,
          })}
        </TextLink>
      ),
    },
    {
      id: "actions",
      heading: texts.actions,
      align: "right",
      width: "md:w-72",
      wraps: true,
      cell: (each) => <Actions administrator={each} asked={asked} />,
    },
  ];
}

/** From when the administrator counts as a second person, and for the acts of the one who looks where that is later. */
function showSecondPerson({ eligibleFrom, eligibleWithYouFrom }: Administrator, now: number): ReactNode {
  if (eligibleFrom === null) return <span className="text-muted">{texts.secondNot}</span>;
  const isLater = (at: string): boolean => Date.parse(at) > now;
  const isLaterForYou =
    eligibleWithYouFrom !== null && isLater(eligibleWithYouFrom) && eligibleWithYouFrom !== eligibleFrom;
  return (
    <>
      {isLater(eligibleFrom) ? texts.secondFrom({ time: formatUtc(eligibleFrom) }) : texts.secondNow}
      {isLaterForYou ? (
        <span className="block text-muted">{texts.secondWithYou({ time: formatUtc(eligibleWithYouFrom) })}</span>
      ) : null}
    </>
  );
}

/** All administrators, oldest first. */
export function AdministratorsTable({
  administrators,
  open,
}: {
  administrators: readonly Administrator[];
  open: Asked["open"];
}) {
  const { id: ownId } = useAdmin();
  const mayManage = useHasRight("manage");
  const columns = useMemo(
    () => columnsWith({ ownId, mayManage, all: administrators, open }),
    [ownId, mayManage, administrators, open],
  );
  return <RecordTable label={texts.administrators} columns={columns} rows={administrators} />;
}

/** Shows the reason instead of buttons if no action is possible. */
function Actions({ administrator, asked }: { administrator: Administrator; asked: Asked }) {
  const { ownId, mayManage, all, open } = asked;
  const reason = findChangeObstacle(administrator, all, ownId);
  if (reason !== undefined || !mayManage) {
    return <span className="text-12 text-muted">{reason ?? missingRightTexts.manage}</span>;
  }
  const name = formatName(administrator);
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      <RowButton
        label={texts.changeRole}
        spoken={texts.changeRoleSpoken({ name })}
        right="manage"
        onClick={() => open("role", administrator)}
      />
      <RowButton
        label={texts.resetPassword}
        spoken={texts.resetPasswordSpoken({ name })}
        right="manage"
        onClick={() => open("reset", administrator)}
      />
      <RowButton
        label={texts.revokeAccess}
        spoken={texts.revokeAccessSpoken({ name })}
        right="manage"
        onClick={() => open("revoke", administrator)}
      />
    </span>
  );
}

/** Why this administrator cannot be changed or revoked here; undefined if they can. The server decides. */
export function findChangeObstacle(
  administrator: Administrator,
  all: readonly Administrator[],
  ownId: string,
): string | undefined {
  const isLastFull = administrator.role === "full" && all.filter(({ role }) => role === "full").length === 1;
  if (isLastFull) return texts.obstacleLastFull;
  if (administrator.id === ownId) return texts.obstacleOwnRole;
  return undefined;
}
