import { useEffect, useState, type ComponentType, type ReactNode } from "react";

type Arrival = { status: "loading" } | { status: "failed" } | { status: "ready"; Part: ComponentType };

/**
 * A part of a page in a chunk of its own, sent for once the page stands: what shows what is fetched anyway need not be
 * waited for. Where it can't be had the page stands without it. `load` must be the same function each time.
 */
export function DeferredPart({
  load,
  loading,
  failed = null,
}: {
  load: () => Promise<{ default: ComponentType }>;
  loading: ReactNode;
  failed?: ReactNode;
}) {
  const [arrival, setArrival] = useState<Arrival>({ status: "loading" });
  useEffect(() => {
    let isWanted = true;
    const arrive = (next: Arrival) => isWanted && setArrival(next);
    load().then(
      (module) => arrive({ status: "ready", Part: module.default }),
      () => arrive({ status: "failed" }),
    );
    return () => {
      isWanted = false;
    };
  }, [load]);
  if (arrival.status === "ready") return <arrival.Part />;
  return arrival.status === "failed" ? failed : loading;
}
