import { Skeleton } from "../../ui/skeleton.tsx";
import { Table } from "../../ui/table.tsx";
import { useBotCorrelations } from "./correlations-api.ts";
import { describeMissingCorrelations, listStrongestPairs } from "./risk-text.ts";
import * as texts from "../../messages/status.ts";

/** The pairs of bots whose daily returns move together most, or why none is known yet. */
export function BotCorrelationList() {
  const query = useBotCorrelations();
  if (query.status === "loading") return <Skeleton className="h-24" />;
  if (query.status === "failed") return <p className="text-14 text-muted">{texts.correlationFailed}</p>;
  const { shown, weaker } = listStrongestPairs(query.data);
  const missing = describeMissingCorrelations(query.data);
  return (
    <>
      {shown.length === 0 ? null : (
        <Table
          label={texts.correlationTableLabel}
          rows={shown}
          columns={[
            { heading: texts.bots, cell: ({ names }) => names },
            {
              heading: texts.correlation,
              align: "right",
              cell: ({ correlation }) => <span className="figure">{correlation}</span>,
            },
            { heading: texts.days, align: "right", cell: ({ days }) => <span className="figure">{days}</span> },
          ]}
        />
      )}
      {weaker > 0 ? <p className="mt-3 text-14 text-muted">{texts.correlationWeaker({ weaker })}</p> : null}
      {missing === null ? null : <p className="mt-3 text-14 text-muted first:mt-0">{missing}</p>}
      <p className="mt-3 text-14 text-muted">{texts.correlationExplained}</p>
    </>
  );
}
