import { DayTable } from "../../features/back-office/money/day-table.tsx";
import { MoneyCharts } from "../../features/back-office/money/money-charts.tsx";
import { readRange, useMoneyFlows } from "../../features/back-office/money/money-flows.ts";
import { MoneyNow } from "../../features/back-office/money/money-now.tsx";
import { RangeChoice } from "../../features/back-office/money/range-choice.tsx";
import { useAddressSearch } from "../../lib/address-search.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";

/** Money in, out, held and owed: now, and for each of the latest days. */
export default function AdminMoneyPage() {
  const [search, setSearch] = useAddressSearch();
  const range = readRange(search);
  const query = useMoneyFlows(range);
  return (
    <>
      <PageHeading title="Money" tabTitle="Money · Admin">
        From the ledger alone. Days are those of UTC; the present one goes on.
      </PageHeading>
      <QueryState query={query} what="the money flows" loading={<SkeletonRows rows={4} className="h-40" />}>
        {(flows) => (
          <div className="grid gap-6">
            <MoneyNow flows={flows} />
            <Sheet title="Per day" aside={<RangeChoice range={range} onChange={(days) => setSearch({ days })} />}>
              {flows.days.length === 0 ? (
                <EmptyState>No money has moved yet. The first deposit that is credited begins the books.</EmptyState>
              ) : (
                <div className="grid gap-8" aria-busy={query.isPlaceholderData}>
                  <MoneyCharts flows={flows} />
                  <DayTable days={flows.days} at={flows.at} />
                </div>
              )}
            </Sheet>
          </div>
        )}
      </QueryState>
    </>
  );
}
