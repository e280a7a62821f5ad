import type { ReactNode } from "react";
import { Link } from "wouter";

/** A link to another page of the app, inside a text. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="font-medium text-primary underline underline-offset-4 hover:text-primary-strong">
      {children}
    </Link>
  );
}
