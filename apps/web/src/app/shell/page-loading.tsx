import { Skeleton } from "../../ui/skeleton.tsx";
import * as texts from "../../messages/shell.ts";

/** The placeholder of a page that is loading. */
export function PageLoading() {
  return (
    <div role="status" className="mx-auto grid min-h-[80dvh] w-full max-w-6xl content-start gap-6 px-4 py-10 sm:px-6">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-11 w-64 max-w-full" />
      <Skeleton className="h-52" />
      <Skeleton className="h-80" />
    </div>
  );
}
