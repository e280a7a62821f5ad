import type { ReactNode } from "react";

export function SampleGroup({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="grid gap-4">
      <h2 className="border-b border-line pb-2 text-24">{name}</h2>
      {children}
    </section>
  );
}
