import { useId, type ReactNode } from "react";

/** A titled section of the back office. */
export function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-md border border-line bg-surface px-4 pb-3 sm:px-6">
      <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-1.5">
        <h2 id={id} className="text-16">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
