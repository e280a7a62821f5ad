import { RiskWarning } from "../../features/market-data/risk-warning.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { DeferredPart } from "../deferred-part.tsx";

const loadCosts = () => import("../../features/costs/activation-costs.tsx");

/** What an investor should know before money goes into a bot: what its costs take, and the risk. */
export function BeforeActivating({ botId, typed }: { botId: string; typed: string }) {
  return (
    <>
      <DeferredPart load={loadCosts} props={{ botId, typed }} loading={<Skeleton className="h-36" />} />
      <RiskWarning />
    </>
  );
}
