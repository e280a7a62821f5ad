import { Skeleton } from "../../ui/skeleton.tsx";
import { Table } from "../../ui/table.tsx";
import { useBotCorrelations } from "./correlations-api.ts";
import { describeMissingCorrelations, listStrongestPairs } from "./risk-text.ts";

/** The pairs of bots whose daily returns move together most, or why none is known yet. */
export function BotCorrelationList() {
  const query = useBotCorrelations();
  if (query.status === "loading") return <Skeleton className="h-24" />;
  if (query.status === "failed") return <p className="text-14 text-muted">Could not load the correlations.</p>;
  const { shown, weaker } = listStrongestPairs(query.data);
  const missing = describeMissingCorrelations(query.data);
  return (
    <>
      {shown.length === 0 ? null : (
        <Table
          label="Pairs of bots with the strongest correlation"
          rows={shown}
          columns={[
            { heading: "Bots", cell: ({ names }) => names },
            {
              heading: "Correlation",
              align: "right",
              cell: ({ correlation }) => <span className="figure">{correlation}</span>,
            },
            { heading: "Days", align: "right", cell: ({ days }) => <span className="figure">{days}</span> },
          ]}
        />
      )}
      {weaker > 0 ? <p className="mt-3 text-14 text-muted">The other {weaker} known pairs are weaker.</p> : null}
      {missing === null ? null : <p className="mt-3 text-14 text-muted first:mt-0">{missing}</p>}
      <p className="mt-3 text-14 text-muted">
        Correlation of the daily changes of the bots’ unit prices, from their own closed trades. 1 means that two bots
        gain and lose together, 0 that they are independent.
      </p>
    </>
  );
}
