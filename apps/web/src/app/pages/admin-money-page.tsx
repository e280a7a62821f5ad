import { Panel } from "../../office/display/panel.tsx";
import { readRange, useMoneyFlows } from "../../office/money/api.ts";
import { DayTable } from "../../office/money/day-table.tsx";
import { MoneyCharts, RangeChoice } from "../../office/money/money-charts.tsx";
import { MoneyNow } from "../../office/money/money-now.tsx";
import { useAddressSearch } from "../../lib/address-search.ts";
import { useTitle } from "../../lib/use-title.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import * as texts from "../../messages/admin-money.ts";

/** Money in, out, held and owed: now and per day. */
export default function AdminMoneyPage() {
  useTitle(texts.moneyAdmin);
  const [search, setSearch] = useAddressSearch();
  const range = readRange(search);
  const query = useMoneyFlows(range);
  return (
    <>
      <header className="mb-4 flex flex-wrap items-baseline gap-x-4">
        <h1 className="text-24">{texts.money}</h1>
        <p className="text-14 text-muted">{texts.pageLead}</p>
      </header>
      <QueryState
        query={query}
        failedTitle={texts.pageFailedTitle}
        loading={<SkeletonRows rows={4} className="h-40" />}
      >
        {(flows) => (
          <div className="grid gap-4">
            <MoneyNow flows={flows} />
            <Panel title={texts.byDay} aside={<RangeChoice range={range} onChange={(days) => setSearch({ days })} />}>
              {flows.days.length === 0 ? (
                <EmptyState>{texts.pageEmpty}</EmptyState>
              ) : (
                <div className="grid gap-8" aria-busy={query.isPlaceholderData}>
                  <MoneyCharts flows={flows} />
                  <DayTable days={flows.days} at={flows.at} />
                </div>
              )}
            </Panel>
          </div>
        )}
      </QueryState>
    </>
  );
}
