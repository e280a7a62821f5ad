import { classNames } from "../lib/class-names.ts";
import * as texts from "../messages/shared.ts";

/** A placeholder for loading content. It is silent to a screen reader; the list around it announces the loading. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames("breathes block rounded-sm bg-line", className)} />;
}

export function SkeletonRows({ rows, className = "h-14" }: { rows: number; className?: string }) {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{texts.loading}</span>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} className={className} />
      ))}
    </div>
  );
}
