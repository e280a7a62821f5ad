import { Suspense, useEffect, useRef } from "react";
import { Route, Switch, useLocation } from "wouter";
import { RiskRibbon } from "../features/market-data/risk-ribbon.tsx";
import { wasStepAlongHistory } from "../lib/history-step.ts";
import { useMayBeSignedIn } from "../lib/session.ts";
import { ToastRegion } from "../ui/toast-region.tsx";
import type { LazyPage } from "./lazy-page.tsx";
import * as pages from "./pages.ts";
import { developmentRoutes, publicRoutes, signedInRoutes } from "./route-table.ts";
import { PageLoading } from "./shell/page-loading.tsx";

export function App() {
  useStartAtTop();
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:m-2 focus:rounded-sm focus:bg-surface focus:px-4 focus:py-3 focus:font-semibold"
      >
        Skip to content
      </a>
      <RiskRibbon />
      <Suspense fallback={<PageLoading />}>
        <Routes />
      </Suspense>
      <ToastRegion />
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
      <Route component={pages.notFound.Page} />
    </Switch>
  );
}

/** The dashboard for who is signed in, else the landing page. */
function HomeRoute() {
  const mayBeSignedIn = useMayBeSignedIn();
  return mayBeSignedIn ? <SignedInRoute page={pages.dashboard} /> : <pages.landing.Page />;
}

/** A screen for signed-in users. Who is not sees the sign-in screen at the same address, and goes on there. */
function SignedInRoute({ page }: { page: LazyPage<pages.SignedInPageProps> }) {
  const mayBeSignedIn = useMayBeSignedIn();
  if (!mayBeSignedIn) return <pages.signIn.Page goOn />;
  void page.preload();
  return <pages.signedInArea.Page page={page} />;
}

/** A new address starts at the top, with the focus on its content; one that is come back to is left where it was. */
function useStartAtTop() {
  const [location] = useLocation();
  const shown = useRef(location);
  useEffect(() => {
    if (shown.current === location) return;
    shown.current = location;
    if (wasStepAlongHistory()) return;
    window.scrollTo({ top: 0, behavior: "instant" });
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [location]);
}
