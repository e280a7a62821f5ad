import {
  pickMonth,
  StatementFiles,
  StatementLines,
  StatementSummary,
} from "../../investing/statements/statement-parts.tsx";
import { useStatement, useStatementMonths } from "../../investing/statements/api.ts";
import { useAddressSearch } from "../../lib/address-search.ts";
import { formatMonth } from "../../lib/format-month.ts";
import { LinkButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { SelectField } from "../../ui/field.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { Skeleton, SkeletonRows } from "../../ui/skeleton.tsx";
import { PaperTag } from "../../ui/tag.tsx";
import { DeferredPart } from "../deferred-part.tsx";
import type { SignedInPageProps } from "../signed-in-area.tsx";
import * as texts from "../../messages/statements.ts";

const loadCosts = () => import("../../investing/costs/costs-sheet.tsx");

/** All ledger entries of a month, in plain words. */
export default function StatementPage(_props: SignedInPageProps) {
  const [search, setSearch] = useAddressSearch();
  const months = useStatementMonths();
  return (
    <>
      <PageHeading title={texts.statement}>{texts.pageLead}</PageHeading>
      <QueryState
        query={months}
        failedTitle={texts.statementsFailedTitle}
        loading={<SkeletonRows rows={3} className="h-24" />}
        empty={<NoMovements />}
      >
        {(list) => {
          const month = pickMonth(search.get("month"), list);
          return month === undefined ? (
            <NoMovements />
          ) : (
            <>
              <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
                <SelectField
                  label={texts.month}
                  className="w-full sm:w-64"
                  value={month}
                  onChange={({ target }) => setSearch({ month: target.value })}
                >
                  {list.map(({ month: each, lines }) => (
                    <option key={each} value={each}>
                      {formatMonth(each)}
                      {lines === 0 ? ` ${texts.noMovements}` : ""}
                    </option>
                  ))}
                </SelectField>
                <StatementFiles month={month} />
              </div>
              <div className="grid gap-6">
                <OneMonth key={month} month={month} />
                <DeferredPart load={loadCosts} loading={<Skeleton className="h-64" />} />
              </div>
            </>
          );
        }}
      </QueryState>
    </>
  );
}

function OneMonth({ month }: { month: string }) {
  const statement = useStatement(month);
  return (
    <QueryState
      query={statement}
      failedTitle={texts.statementFailedTitle}
      loading={<SkeletonRows rows={4} className="h-24" />}
    >
      {(data) => (
        <div className="grid gap-6">
          <StatementSummary statement={data} />
          <Sheet
            title={texts.movements}
            aside={data.isPaperMoney ? <PaperTag>{texts.paperMoney}</PaperTag> : undefined}
          >
            {data.lines.length === 0 ? (
              <EmptyState>{texts.monthEmpty({ month: formatMonth(month) })}</EmptyState>
            ) : (
              <StatementLines lines={data.lines} leftOut={data.leftOut} />
            )}
          </Sheet>
        </div>
      )}
    </QueryState>
  );
}

function NoMovements() {
  return (
    <EmptyState action={<LinkButton href="/deposit">{texts.emptyDeposit}</LinkButton>}>{texts.emptyText}</EmptyState>
  );
}
