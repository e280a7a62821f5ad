import { formatAmount, type Adjustment, type AnswerOf, type listAdjustments } from "@wazi/contracts";
import { useState } from "react";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Money } from "../../ui/money.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { DemoSecondTag } from "../decisions/second-person.tsx";
import { Timestamp } from "../display/age.tsx";
import { formatName, PersonCell } from "../person/person.tsx";
import type { RecordColumn } from "../records/record-columns.ts";
import { RecordTable } from "../records/record-table.tsx";
import { RowButton } from "../records/row-button.tsx";
import { AdjustmentDialog } from "./adjustment-dialog.tsx";
import { useAdjustments } from "./api.ts";
import { adjustmentKindLabels, adjustmentStatusLabels, adjustmentStatusLooks } from "./labels.ts";
import * as texts from "../../messages/admin-adjustments.ts";

/** Adjustments and credits above the request: those that wait for another administrator, and the record of the others. */
export function AdjustmentsTab() {
  const query = useAdjustments();
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <div className="grid gap-4 py-4">
      <QueryState query={query} failedTitle={texts.adjustmentsFailedTitle} loading={<SkeletonRows rows={4} />}>
        {(list) => (
          <>
            <Rule list={list} />
            {list.items.length === 0 ? (
              <EmptyState>{texts.listEmpty}</EmptyState>
            ) : (
              <RecordTable
                label={texts.adjustments}
                columns={columnsWith(({ id }) => setOpenId(id))}
                rows={list.items}
              />
            )}
            <OpenDialog list={list} id={openId} onClose={() => setOpenId(null)} />
          </>
        )}
      </QueryState>
    </div>
  );
}

type List = AnswerOf<typeof listAdjustments>;

function OpenDialog({ list, id, onClose }: { list: List; id: string | null; onClose: () => void }) {
  const open = list.items.find((each) => each.id === id);
  if (open === undefined) return null;
  return <AdjustmentDialog key={open.id} adjustment={open} shared={list.shared} onClose={onClose} />;
}

/** The limit, and what to do when there is no second administrator. */
function Rule({ list: { limit, isLimited, approvers } }: { list: List }) {
  if (!isLimited) {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-14 text-muted">{texts.ruleUnlimited}</p>
        <DemoSecondTag />
      </div>
    );
  }
  const rule = texts.ruleLimits({ limit: formatAmount(limit) });
  if (approvers > 0) return <p className="text-14 text-muted">{rule}</p>;
  return (
    <Notice look="warning" title={texts.ruleNobodyElse}>
      <p>
        {texts.ruleSeparation({
          rule,
          link: (text) => <TextLink href="/admin/administrators">{text}</TextLink>,
        })}
      </p>
    </Notice>
  );
}

function columnsWith(open: (adjustment: Adjustment) => void): readonly RecordColumn<Adjustment>[] {
  return [
    {
      id: "user",
      heading: texts.user,
      cardSlot: "title",
      width: "lg:w-56 xl:w-72",
      cell: ({ user }) => <PersonCell userId={user.id} user={user} />,
    },
    {
      id: "counted",
      heading: texts.amount,
      cardSlot: "figure",
      align: "right",
      width: "md:w-28",
      cell: ({ counted }) => <Money value={counted} className="font-semibold" />,
    },
    {
      id: "kind",
      heading: texts.columnKindAndReason,
      minScreen: "lg",
      wraps: true,
      cell: ({ kind, reason }) => (
        <span className="wrap-anywhere md:line-clamp-2" title={reason ?? undefined}>
          {adjustmentKindLabels[kind]}
          {reason === null ? null : <span className="text-muted">: {reason}</span>}
        </span>
      ),
    },
    {
      id: "asked",
      heading: texts.askedFor,
      width: "md:w-44",
      cell: ({ askedBy, askedAt }) => (
        <>
          {formatName(askedBy)}
          <span className="block text-muted md:text-12">
            <Timestamp at={askedAt} />
          </span>
        </>
      ),
    },
    {
      id: "status",
      heading: texts.status,
      width: "md:w-28",
      cell: ({ status }) => <Tag look={adjustmentStatusLooks[status]}>{adjustmentStatusLabels[status]}</Tag>,
    },
    {
      id: "decided",
      heading: texts.decidedBy,
      width: "md:w-44",
      minScreen: "xl",
      cell: ({ decidedBy, status }) =>
        decidedBy === null ? (
          <span className="text-muted">{status === "applied" ? texts.statusAppliedByOne : "–"}</span>
        ) : (
          formatName(decidedBy)
        ),
    },
    {
      id: "actions",
      heading: texts.actions,
      cardSlot: "actions",
      align: "right",
      width: "md:w-32",
      cell: (adjustment) => (
        <RowButton
          label={adjustment.status === "pending" ? texts.review : texts.details}
          spoken={(adjustment.status === "pending" ? texts.reviewSpoken : texts.detailsSpoken)({
            user: formatName(adjustment.user),
          })}
          look={adjustment.status === "pending" ? "primary" : "secondary"}
          right={undefined}
          onClick={() => open(adjustment)}
        />
      ),
    },
  ];
}
