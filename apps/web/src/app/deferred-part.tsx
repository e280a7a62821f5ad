import { useEffect, useState, type ComponentType, type ReactNode } from "react";

type Arrival = { status: "loading" } | { status: "failed" } | { status: "ready"; Part: ComponentType };

/**
 * A part of a page in a chunk of its own, loaded after the page is shown. If it cannot be loaded, the page works
 * without it. `load` must be the same function on every render.
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
