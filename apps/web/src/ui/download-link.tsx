import type { ReactNode } from "react";
import { Icon } from "./icons.tsx";

/** A link to a generated file, styled as a button. */
export function DownloadLink({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <a
      href={href}
      download
      aria-label={label}
      className="inline-flex min-h-12 items-center justify-center gap-2 rounded-sm border border-outline bg-surface px-4 text-16 font-semibold whitespace-nowrap text-ink transition-colors hover:border-primary hover:text-primary"
    >
      <Icon name="in" className="size-4.5" />
      {children}
    </a>
  );
}
