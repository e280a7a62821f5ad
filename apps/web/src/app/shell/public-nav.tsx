import { lazy, Suspense } from "react";
import { Link } from "wouter";
import { usePublicSettings } from "../../features/market-data/public-settings.ts";
import { useMayBeSignedIn } from "../../lib/session.ts";
import { LinkButton } from "../../ui/button.tsx";
import { PaperTag, Tag } from "../../ui/tag.tsx";
import { Wordmark } from "../../ui/wordmark.tsx";

const SignedInActions = lazy(() => import("./signed-in-actions.tsx"));

export function PublicNav() {
  const mayBeSignedIn = useMayBeSignedIn();
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-paper">
      <div className="mx-auto flex w-full max-w-6xl items-center gap-2 px-4 py-2 sm:gap-3 sm:px-6">
        <Link href="/landing" aria-label="Wazi, homepage" className="flex min-h-11 items-center">
          <Wordmark />
        </Link>
        <span className="mr-auto ml-2">
          <span className="hidden md:inline">
            <TradingIndicator />
          </span>
        </span>
        {mayBeSignedIn ? (
          <Suspense fallback={<span className="h-11" />}>
            <SignedInActions />
          </Suspense>
        ) : (
          <>
            <LinkButton href="/signin" look="quiet" className="px-3 sm:px-5">
              Sign In
            </LinkButton>
            <LinkButton href="/signup" className="px-4 sm:px-5">
              <span className="sm:hidden">Sign Up</span>
              <span className="hidden sm:inline">Start Investing</span>
            </LinkButton>
          </>
        )}
      </div>
    </header>
  );
}

/** Says "live" only where orders really go to a venue. */
function TradingIndicator() {
  const settings = usePublicSettings();
  if (settings.status !== "ready") return null;
  return settings.data.broker === "live" ? <Tag look="solid">Live Trading</Tag> : <PaperTag>Paper Trading</PaperTag>;
}
