import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { Route, Switch, useLocation } from "wouter";
import { useCurrentUser } from "../features/accounts/current-user.ts";
import { AdminContext } from "../features/back-office/admin-rights.ts";
import { queryClient } from "../lib/query-client.ts";
import { useMayBeSignedIn } from "../lib/session.ts";
import { QueryState } from "../ui/query-state.tsx";
import { adminPageAt, adminPages } from "./admin-pages.ts";
import { AdminSignInPage } from "./pages/admin-sign-in-page.tsx";
import { AdminShell } from "./shell/admin-shell.tsx";
import { PageLoading } from "./shell/page-loading.tsx";
import "../back-office.css";

/** The back office for administrators; the admin sign-in form for everybody else, at the same address. */
export default function AdminArea() {
  const mayBeSignedIn = useMayBeSignedIn();
  const [path] = useLocation();
  if (mayBeSignedIn) void adminPageAt(path)?.preload();
  return (
    <QueryClientProvider client={queryClient}>
      {mayBeSignedIn ? <AdminOrSignIn /> : <AdminSignInPage />}
    </QueryClientProvider>
  );
}

function AdminOrSignIn() {
  const query = useCurrentUser();
  return (
    <QueryState query={query} what="your account" loading={<PageLoading />}>
      {(user) =>
        user?.isAdmin === true ? (
          <AdminContext value={user}>
            <AdminShell user={user}>
              <Suspense fallback={<PageLoading />}>
                <Switch>
                  {Object.entries(adminPages).map(([pattern, { Page }]) => (
                    <Route key={pattern} path={pattern}>
                      <Page />
                    </Route>
                  ))}
                </Switch>
              </Suspense>
            </AdminShell>
          </AdminContext>
        ) : (
          <AdminSignInPage />
        )
      }
    </QueryState>
  );
}
