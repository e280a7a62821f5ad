import type { ReactNode } from "react";
import { Link } from "wouter";

/** A link inside a text, to a page of ours. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="font-medium text-primary underline underline-offset-4 hover:text-primary-strong">
      {children}
    </Link>
  );
}
