import { Link } from "wouter";
import { ThemeToggle } from "../../ui/theme-toggle.tsx";
import { OperatorBlock } from "./operator-block.tsx";
import { SupportLink } from "./support-link.tsx";
import * as texts from "../../messages/shell.ts";

const pages = [
  [texts.help, "/help"],
  [texts.fees, "/fees"],
  [texts.pageHowWaziEarns, "/how-wazi-earns"],
  [texts.security, "/security"],
  [texts.disclaimer, "/disclaimer"],
  [texts.terms, "/terms"],
  [texts.privacy, "/privacy"],
  [texts.cookiePolicy, "/cookies"],
  [texts.status, "/status"],
  [texts.pageHowToRead, "/how-to-read"],
  [texts.proofs, "/proofs"],
] as const;
const LINK = "inline-flex min-h-11 items-center underline-offset-4 hover:text-ink hover:underline";

export function Footer() {
  return (
    <footer className="mt-auto border-t border-line">
      <div className="mx-auto w-full max-w-6xl px-4 py-6 text-14 text-muted sm:px-6">
        <div className="flex items-start justify-between gap-x-8">
          <nav aria-label={texts.footer} className="flex flex-wrap gap-x-6">
            {pages.map(([label, href]) => (
              <Link key={href} href={href} className={LINK}>
                {label}
              </Link>
            ))}
            <SupportLink kind="support" className={LINK} />
            <SupportLink kind="whatsapp" className={LINK} />
          </nav>
          <ThemeToggle />
        </div>
        <div className="mt-3 grid gap-2 border-t border-line pt-4">
          <OperatorBlock className="max-w-[80ch]" />
          <p className="max-w-[60ch]">{texts.footerRisk}</p>
        </div>
      </div>
    </footer>
  );
}
