import type { ReactNode } from "react";
import { useTitle } from "../lib/use-title.ts";

export function PageHeading({ title, tabTitle, children }: { title: string; tabTitle?: string; children?: ReactNode }) {
  useTitle(tabTitle ?? title);
  return (
    <header className="mb-6 sm:mb-8">
      <h1 className="text-32 sm:text-44">{title}</h1>
      {children === undefined ? null : <p className="mt-2 max-w-[62ch] text-16 text-muted">{children}</p>}
    </header>
  );
}
