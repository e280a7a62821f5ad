import { lazy, type ReactNode, Suspense } from "react";
import { Footer } from "./footer.tsx";
import { Link } from "wouter";
import { usePublicSettings } from "../../lib/public-settings.ts";
import { useMayBeSignedIn } from "../../lib/session.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Wordmark } from "../../ui/wordmark.tsx";
import { PublicMenu, SectionLinks } from "./public-menu.tsx";
import { TradingTag } from "./trading-tag.tsx";
import * as texts from "../../messages/shell.ts";

const SignedInBar = lazy(() => import("./signed-in-bar.tsx"));

/** The navigation bar of the public pages. It stays visible while scrolling. */
function PublicNav() {
  const mayBeSignedIn = useMayBeSignedIn();
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-paper">
      <div className="mx-auto flex min-h-15 w-full max-w-6xl items-center gap-1 px-4 py-2 sm:gap-3 sm:px-6">
        {mayBeSignedIn ? (
          <Suspense fallback={<Wordmark />}>
            <SignedInBar indicator={<TradingIndicator />} />
          </Suspense>
        ) : (
          <VisitorBar indicator={<TradingIndicator />} />
        )}
      </div>
    </header>
  );
}

function VisitorBar({ indicator }: { indicator: ReactNode }) {
  return (
    <>
      <Link href="/landing" aria-label={texts.waziHomepage} className="flex min-h-11 items-center">
        <Wordmark />
      </Link>
      {indicator}
      <nav aria-label={texts.sections} className="hidden lg:flex">
        <SectionLinks className="px-3" />
      </nav>
      <LinkButton href="/signin" look="quiet" className="max-sm:!px-2">
        {texts.signIn}
      </LinkButton>
      <LinkButton href="/signup" className="max-sm:!px-3">
        <span className="sm:hidden">{texts.signUp}</span>
        <span className="hidden sm:inline">{texts.startInvesting}</span>
      </LinkButton>
      <PublicMenu className="lg:hidden">
        <LinkButton href="/signin" look="secondary" className="col-span-2 mt-2">
          {texts.signIn}
        </LinkButton>
      </PublicMenu>
    </>
  );
}

function TradingIndicator() {
  const settings = usePublicSettings();
  return (
    <span className="mr-auto pl-2">
      <span className="hidden md:inline" data-testid="trading-indicator">
        {settings.status === "ready" ? <TradingTag broker={settings.data.broker} /> : null}
      </span>
    </span>
  );
}

export function PublicShell({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-[calc(100dvh-2.125rem)] flex-col">
      <PublicNav />
      {/* SignedInBar puts notices here. */}
      <div id="notices" />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  );
}
