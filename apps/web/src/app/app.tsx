import { Suspense, useEffect, useRef } from "react";
import { Route, Switch, useLocation } from "wouter";
import { RiskRibbon } from "../trader/risk-ribbon.tsx";
import { isHistoryNavigation } from "../lib/history-navigation.ts";
import { useMayBeSignedIn } from "../lib/session.ts";
import { DeferredPart } from "./deferred-part.tsx";
import type { LazyPage } from "./lazy-page.tsx";
import * as publicPages from "./public-pages.ts";
import { developmentRoutes, publicRoutes, signedInRoutes } from "./route-table.ts";
import type { SignedInPageProps } from "./signed-in-area.tsx";
import * as signedInPages from "./signed-in-pages.ts";
import { PageLoading } from "./shell/page-loading.tsx";
import * as texts from "../messages/shell.ts";

/** Right after the page, which stays small. A failed load is tried once more. */
const loadToasts = () => import("../ui/toast-region.tsx").catch(() => import("../ui/toast-region.tsx"));

export function App() {
  useStartAtTop();
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:m-2 focus:rounded-sm focus:bg-surface focus:px-4 focus:py-3 focus:font-semibold"
      >
        {texts.skipToContent}
      </a>
      <RiskRibbon />
      <Suspense fallback={<PageLoading />}>
        <Routes />
      </Suspense>
      <DeferredPart load={loadToasts} loading={null} />
    </>
  );
}

function Routes() {
  return (
    <Switch>
      <Route path="/">
        <HomeRoute />
      </Route>
      {Object.entries({ ...publicRoutes, ...developmentRoutes }).map(([path, { Page }]) => (
        <Route key={path} path={path}>
          <Page />
        </Route>
      ))}
      {Object.entries(signedInRoutes).map(([path, page]) => (
        <Route key={path} path={path}>
          <SignedInRoute page={page} />
        </Route>
      ))}
      <Route component={publicPages.notFound.Page} />
    </Switch>
  );
}

/** The dashboard for signed-in users, the landing page for visitors. */
function HomeRoute() {
  const mayBeSignedIn = useMayBeSignedIn();
  return mayBeSignedIn ? <SignedInRoute page={signedInPages.dashboard} /> : <publicPages.landing.Page />;
}

/** A page behind sign-in. Signed-out visitors see the sign-in form at the same path and continue there. */
function SignedInRoute({ page }: { page: LazyPage<SignedInPageProps> }) {
  const mayBeSignedIn = useMayBeSignedIn();
  if (!mayBeSignedIn) return <publicPages.signIn.Page continueHere />;
  void page.preload();
  return <signedInPages.signedInArea.Page page={page} />;
}

/** A new path starts at the top with focus on its content. Going back or forward keeps the scroll position. */
function useStartAtTop() {
  const [location] = useLocation();
  const shown = useRef(location);
  useEffect(() => {
    if (shown.current === location) return;
    shown.current = location;
    if (isHistoryNavigation()) return;
    window.scrollTo({ top: 0, behavior: "instant" });
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [location]);
}
