import type { Bot } from "@wazi/contracts";
import { useCallback, useDeferredValue, useMemo } from "react";
import { useBots } from "../../investing/positions/api.ts";
import { HistoryFilters, HistoryList } from "../../investing/positions/history-list.tsx";
import { readFilters, writeFilters, type TradeFilters } from "../../investing/positions/trade-filters.ts";
import { useAddressSearch } from "../../lib/address-search.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import type { SignedInPageProps } from "../signed-in-area.tsx";
import * as texts from "../../messages/history.ts";

const noBots: readonly Bot[] = [];

/** All trades of the investor. The filters are part of the address, so they can be bookmarked and shared. */
export default function HistoryPage(_props: SignedInPageProps) {
  const [search, setSearch] = useAddressSearch();
  const bots = useBots().data ?? noBots;
  const filters = readFilters(search);
  // The list follows after the paint in which the chosen filter is shown.
  const listed = useDeferredValue(search.toString());
  const listedFilters = useMemo(() => readFilters(new URLSearchParams(listed)), [listed]);
  const change = useCallback((next: TradeFilters) => setSearch(writeFilters(next)), [setSearch]);
  return (
    <>
      <PageHeading title={texts.tradeHistory}>{texts.pageLead}</PageHeading>
      <div className="grid gap-6">
        <HistoryFilters filters={filters} bots={bots} onChange={change} />
        <Sheet title={texts.trades}>
          <HistoryList filters={listedFilters} bots={bots} onChange={change} />
        </Sheet>
      </div>
    </>
  );
}
