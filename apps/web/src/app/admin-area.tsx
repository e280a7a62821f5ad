import { QueryClientProvider } from "@tanstack/react-query";
import type { CurrentUser } from "@wazi/contracts";
import { lazy, Suspense, useState } from "react";
import { Route, Switch, useLocation } from "wouter";
import "../back-office.css";
import { useCurrentUser } from "../people/investor/accounts/session.ts";
import { AdminContext, PaperMoneyContext } from "../office/access/admin-access.ts";
import { usePublicSettings } from "../trader/api.ts";
import { forgetListPositions } from "../office/records/list-position.ts";
import { queryClient } from "../lib/query-client.ts";
import { useMayBeSignedIn } from "../lib/session.ts";
import { NoAnswerText, QueryState } from "../ui/query-state.tsx";
import { findAdminPage, adminPages } from "./admin-pages.ts";
import { AdminSignInPage } from "./pages/admin-sign-in-page.tsx";
import { SessionEndedCover } from "./session-ended-cover.tsx";
import { AdminShell } from "./shell/admin-shell.tsx";
import "./step-up.ts";
import { PageLoading } from "./shell/page-loading.tsx";
import * as texts from "../messages/shell.ts";

const FactorRequiredPage = lazy(() => import("./pages/factor-required-page.tsx"));

/** The back office for administrators. Everyone else gets the admin sign-in form at the same address. */
export default function AdminArea() {
  const mayBeSignedIn = useMayBeSignedIn();
  const [path] = useLocation();
  if (mayBeSignedIn) void findAdminPage(path)?.preload();
  return (
    <QueryClientProvider client={queryClient}>
      <NoAnswerText value={texts.adminNoAnswer}>
        <AdminOrSignIn mayBeSignedIn={mayBeSignedIn} />
      </NoAnswerText>
    </QueryClientProvider>
  );
}

/** When a session ends, the page stays as it is, covered until its administrator signs in again. */
function AdminOrSignIn({ mayBeSignedIn }: { mayBeSignedIn: boolean }) {
  const query = useCurrentUser();
  const [held, hold] = useState<CurrentUser | null>(null);
  const user = mayBeSignedIn ? query.data : undefined;
  const next = user === undefined || user === null ? held : user.isAdmin ? user : null;
  if (next !== held) hold(next);
  if (held !== null && next !== null && next.id !== held.id) forgetListPositions();

  if (next !== null) {
    return (
      <>
        {next.secondFactor === "required" ? <FactorRequired user={next} /> : <Pages key={next.id} user={next} />}
        {user?.id === next.id ? null : <SessionEndedCover heldFor={next.id} />}
      </>
    );
  }
  if (!mayBeSignedIn) return <AdminSignInPage />;
  return (
    <QueryState query={query} what={texts.yourAccount} loading={<PageLoading />}>
      {() => <AdminSignInPage />}
    </QueryState>
  );
}

/** In live mode an administrator sets up a second factor before anything else. */
function FactorRequired({ user }: { user: CurrentUser }) {
  return (
    <Suspense fallback={<PageLoading />}>
      <FactorRequiredPage user={user} />
    </Suspense>
  );
}

function Pages({ user }: { user: CurrentUser }) {
  const settings = usePublicSettings();
  const isPaper = settings.status === "ready" && settings.data.mode === "demo";
  return (
    <AdminContext value={user}>
      <AdminShell user={user}>
        <PaperMoneyContext value={isPaper}>
          <Suspense fallback={<PageLoading />}>
            <Switch>
              {Object.entries(adminPages).map(([pattern, { Page }]) => (
                <Route key={pattern} path={pattern}>
                  <Page />
                </Route>
              ))}
            </Switch>
          </Suspense>
        </PaperMoneyContext>
      </AdminShell>
    </AdminContext>
  );
}
