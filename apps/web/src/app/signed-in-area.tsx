import { QueryClientProvider } from "@tanstack/react-query";
import type { CurrentUser } from "@wazi/contracts";
import { Suspense, type ReactNode } from "react";
import { useCurrentUser } from "../features/accounts/current-user.ts";
import { queryClient } from "../lib/query-client.ts";
import { QueryState } from "../ui/query-state.tsx";
import { LaterPart } from "./later-part.tsx";
import type { LazyPage } from "./lazy-page.tsx";
import type { SignedInPageProps } from "./pages.ts";
import { AppShell } from "./shell/app-shell.tsx";
import { PageLoading } from "./shell/page-loading.tsx";

/** Without it, figures are asked for every few seconds all the same. */
const loadLiveParts = () => import("../features/live-updates/live-parts.tsx");

/** Everything behind a sign-in: the query client, who is signed in, the shell, and the page in it. */
export default function SignedInArea({ page }: { page: LazyPage<SignedInPageProps> }) {
  return (
    <QueryClientProvider client={queryClient}>
      <WithCurrentUser>
        {(user) => (
          <AppShell user={user}>
            <Suspense fallback={<PageLoading />}>
              <page.Page user={user} />
            </Suspense>
            <LaterPart load={loadLiveParts} loading={null} />
          </AppShell>
        )}
      </WithCurrentUser>
    </QueryClientProvider>
  );
}

function WithCurrentUser({ children }: { children: (user: CurrentUser) => ReactNode }) {
  const query = useCurrentUser();
  return (
    <QueryState query={query} what="your account" loading={<PageLoading />}>
      {(user) => (user === null ? <PageLoading /> : children(user))}
    </QueryState>
  );
}
