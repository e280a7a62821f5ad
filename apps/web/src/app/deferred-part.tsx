import { useEffect, useState, type ComponentType, type ReactNode } from "react";

type Arrival<Props> = { status: "loading" } | { status: "failed" } | { status: "ready"; Part: ComponentType<Props> };

/**
 * A part of a page in a chunk of its own, loaded after the page is shown. If it cannot be loaded, the page works
 * without it. `load` must be the same function on every render.
 */
export function DeferredPart<Props extends object>({
  load,
  loading,
  failed = null,
  props,
}: {
  load: () => Promise<{ default: ComponentType<Props> }>;
  loading: ReactNode;
  failed?: ReactNode;
  props?: Props;
}) {
  const [arrival, setArrival] = useState<Arrival<Props>>({ status: "loading" });
  useEffect(() => {
    let isWanted = true;
    const arrive = (next: Arrival<Props>) => isWanted && setArrival(next);
    load().then(
      (module) => arrive({ status: "ready", Part: module.default }),
      () => arrive({ status: "failed" }),
    );
    return () => {
      isWanted = false;
    };
  }, [load]);
  if (arrival.status === "ready") return <arrival.Part {...(props as Props)} />;
  return arrival.status === "failed" ? failed : loading;
}
