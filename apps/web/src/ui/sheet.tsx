import { useId, type ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

/** A card with a heading. */
export function Sheet({
  title,
  aside,
  className,
  children,
}: {
  title: string;
  /** Beside the heading: a tag or a link. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classNames("min-w-0 rounded-md border border-line bg-surface", className)}>
      <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 sm:px-6">
        <h2 id={id} className="text-18">
          {title}
        </h2>
        {aside}
      </header>
      <div className="p-4 sm:p-6">{children}</div>
    </section>
  );
}
