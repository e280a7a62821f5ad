import type { ReactNode } from "react";
import type { ExampleEntry } from "../../content/landing.ts";
import { classNames } from "../../lib/class-names.ts";
import { Money } from "../../ui/money.tsx";
import { Tag } from "../../ui/tag.tsx";
import * as texts from "../../messages/landing.ts";

/**
 * A section of the landing page. The thread runs down its margin, where the worked example shows its entry for this
 * section, if it has one.
 */
export function LandingSection({
  id,
  title,
  intro,
  entry,
  look = "paper",
  isFirst = false,
  children,
}: {
  id: string;
  title: string;
  intro?: ReactNode;
  entry?: ExampleEntry;
  look?: "paper" | "sunken";
  /** The thread starts at this section's knot. */
  isFirst?: boolean;
  children: ReactNode;
}) {
  const headingId = `${id}-heading`;
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className={classNames(
        "scroll-mt-15",
        look === "sunken" ? "bg-sunken [--knot-ground:var(--sunken)]" : "[--knot-ground:var(--paper)]",
      )}
    >
      <div className="relative mx-auto w-full max-w-6xl px-4 sm:px-6">
        <span
          aria-hidden="true"
          className={classNames(
            "absolute bottom-0 left-[20.5px] w-0.5 -translate-x-px bg-accent sm:left-[28.5px] lg:left-[29.5px]",
            isFirst ? "top-15 sm:top-19 lg:top-26" : "top-0",
          )}
        />
        <div className="relative py-12 sm:py-16 lg:grid lg:grid-cols-[10rem_minmax(0,1fr)] lg:gap-x-8 lg:py-22">
          <span aria-hidden="true" className="knot absolute top-14 left-0 sm:top-18 lg:top-25" />
          {entry === undefined ? <span className="max-lg:hidden" /> : <MarginEntry entry={entry} />}
          <div>
            <header className="pl-9 lg:pl-0">
              <h2 id={headingId} className="text-32 lg:text-44">
                {title}
              </h2>
              {intro === undefined ? null : <div className="mt-3 max-w-[60ch] text-muted">{intro}</div>}
            </header>
            <div className="mt-8 lg:mt-10">{children}</div>
          </div>
        </div>
      </div>
    </section>
  );
}

/** The entry of the worked example for this section. */
function MarginEntry({ entry }: { entry: ExampleEntry }) {
  return (
    <aside
      aria-label={texts.exampleLabel({ step: entry.step })}
      className="mb-10 pl-9 lg:sticky lg:top-22 lg:mb-0 lg:self-start lg:pt-1.5 lg:pl-7"
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 font-display text-18 font-semibold lg:text-24">
        {entry.step}
        <Tag look="stitched" title={texts.exampleTagTitle}>
          {texts.example}
        </Tag>
      </p>
      <p className="mt-1 flex flex-wrap gap-x-4 text-18 font-semibold lg:mt-2 lg:block lg:text-24">
        {entry.amounts.map((amount) => (
          <Money key={amount} value={amount} change={entry.amounts.length > 1} className="block" />
        ))}
      </p>
      <p className="mt-0.5 max-w-[34ch] text-14 text-muted">{entry.text}</p>
    </aside>
  );
}
