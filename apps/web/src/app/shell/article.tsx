import type { ReactNode } from "react";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PublicShell } from "./public-shell.tsx";

/** A public text page: a heading, a lead sentence and titled parts. */
export function Article({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <PublicShell>
      <article className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
        <PageHeading title={title}>{lead}</PageHeading>
        {children}
      </article>
    </PublicShell>
  );
}

export function ArticlePart({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-x-10 gap-y-4 border-t border-line py-7 lg:grid-cols-[16rem_minmax(0,1fr)] lg:py-9">
      <h2 className="text-24">{title}</h2>
      <div className="margin-rule grid max-w-[68ch] gap-4 pl-4 sm:pl-6">{children}</div>
    </section>
  );
}
