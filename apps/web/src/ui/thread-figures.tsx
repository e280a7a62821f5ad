import { useId, type ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

export interface ThreadFigure {
  label: string;
  figure: ReactNode;
  /** How the figure is made up. */
  working?: ReactNode;
  action?: ReactNode;
}

const columns: Record<number, string> = {
  3: "lg:grid-cols-[1.25fr_1fr_1.1fr]",
  4: "lg:grid-cols-[1.3fr_1.05fr_0.9fr_1.05fr]",
};

/**
 * Key figures on one card, joined by the thread. On a wide screen the thread hangs between them, on a narrow one it
 * runs down the margin.
 */
export function ThreadFigures({ figures }: { figures: readonly ThreadFigure[] }) {
  return (
    <div
      className={classNames(
        "grid overflow-hidden rounded-md border border-line bg-surface lg:grid-rows-[auto_auto_auto_1fr_auto]",
        columns[figures.length],
      )}
    >
      {figures.map((figure, index) => (
        <FigureCard key={figure.label} {...figure} isFirst={index === 0} isLast={index === figures.length - 1} />
      ))}
    </div>
  );
}

function FigureCard({
  label,
  figure,
  working,
  action,
  isFirst,
  isLast,
}: ThreadFigure & { isFirst: boolean; isLast: boolean }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        "relative grid gap-y-1 py-4 pr-4 pl-10 sm:py-5 sm:pr-6 sm:pl-12 lg:row-span-5 lg:grid-rows-subgrid lg:gap-y-0 lg:px-0 lg:py-6",
        !isFirst && "border-t border-line lg:border-t-0 lg:border-l",
      )}
    >
      <h2 id={id} className="font-sans text-14 font-medium tracking-normal text-muted lg:px-6">
        {label}
      </h2>
      <p
        className={classNames(
          "font-semibold tracking-[-0.02em] lg:flex lg:items-end lg:px-6 lg:pt-1",
          // The largest amount fits on the narrowest phone.
          isFirst ? "text-[clamp(1.125rem,6.2vw,2rem)]" : "text-[clamp(1.125rem,6.2vw,1.5rem)] lg:text-24",
        )}
      >
        {figure}
      </p>
      <HangingThread isLast={isLast} />
      <RunningThread isFirst={isFirst} isLast={isLast} />
      <div className="text-14 text-muted lg:px-6">{working}</div>
      <div className={classNames("lg:px-6", action !== undefined && "pt-3 lg:pt-4")}>{action}</div>
    </section>
  );
}

/** On wide screens: the thread from this knot to the next. */
function HangingThread({ isLast }: { isLast: boolean }) {
  return (
    <div aria-hidden="true" className="relative my-4 hidden h-5 lg:block">
      <svg
        viewBox="0 0 100 20"
        preserveAspectRatio="none"
        className={classNames("absolute top-0 left-[29px] h-5", isLast ? "w-[calc(100%-58px)]" : "w-full")}
      >
        <path className="thread" d={isLast ? "M0 5C25 15 60 17 100 8" : "M0 5C30 22 70 22 100 5"} />
      </svg>
      <span className="knot absolute top-0 left-6" />
    </div>
  );
}

/** On narrow screens: the thread down the margin. */
function RunningThread({ isFirst, isLast }: { isFirst: boolean; isLast: boolean }) {
  return (
    <span aria-hidden="true" className="lg:hidden">
      <span
        className={classNames(
          "absolute left-[19px] w-0.5 bg-accent sm:left-[23px]",
          isFirst ? "top-7" : "top-0",
          isLast ? "h-7" : "bottom-0",
        )}
      />
      <span className="knot absolute top-[22px] left-[14.5px] sm:left-[18.5px]" />
    </span>
  );
}
