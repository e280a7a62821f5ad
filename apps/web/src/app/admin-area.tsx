import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { useCurrentUser } from "../features/accounts/current-user.ts";
import { queryClient } from "../lib/query-client.ts";
import { useMayBeSignedIn } from "../lib/session.ts";
import { QueryState } from "../ui/query-state.tsx";
import { lazyPage } from "./lazy-page.tsx";
import { AdminSignInPage } from "./pages/admin-sign-in-page.tsx";
import { AppShell } from "./shell/app-shell.tsx";
import { PageLoading } from "./shell/page-loading.tsx";

const adminPage = lazyPage(() => import("./pages/admin-page.tsx"));

/** The back office for administrators; the admin sign-in form for everybody else. */
export default function AdminArea() {
  const mayBeSignedIn = useMayBeSignedIn();
  if (mayBeSignedIn) void adminPage.preload();
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
          <AppShell user={user}>
            <Suspense fallback={<PageLoading />}>
              <adminPage.Page />
            </Suspense>
          </AppShell>
        ) : (
          <AdminSignInPage />
        )
      }
    </QueryState>
  );
}
