import type { ReactNode } from "react";

/** A term with its figure, within a `dl`. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{term}</dt>
      <dd className="figure">{children}</dd>
    </div>
  );
}
