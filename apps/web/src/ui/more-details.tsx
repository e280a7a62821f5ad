import type { ReactNode } from "react";

/** A part of a list's row that opens on request. */
export function MoreDetails({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-14 font-semibold text-primary">
        <span aria-hidden="true" className="transition-transform group-open:rotate-90">
          ›
        </span>
        {label}
      </summary>
      <div className="pt-1 pb-2">{children}</div>
    </details>
  );
}
