import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

const looks = {
  info: "border-info bg-info-tint",
  warning: "border-accent bg-accent-tint",
  danger: "border-loss bg-loss-tint",
  good: "border-gain bg-gain-tint",
} as const;

/** A short, important text. The colour of its rule shows how serious it is. */
export function Notice({
  look = "info",
  title,
  role,
  className,
  children,
}: {
  look?: keyof typeof looks;
  title?: string;
  role?: "alert" | "status";
  className?: string;
  children: ReactNode;
}) {
  return (
    <div role={role} className={classNames("rounded-sm border-l-4 px-4 py-3 text-14", looks[look], className)}>
      {title === undefined ? null : <p className="mb-1 text-16 font-semibold">{title}</p>}
      {children}
    </div>
  );
}
