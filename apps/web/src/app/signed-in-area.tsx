import { QueryClientProvider } from "@tanstack/react-query";
import type { CurrentUser } from "@wazi/contracts";
import { Suspense, type ReactNode } from "react";
import { useCurrentUser } from "../people/investor/accounts/session.ts";
import { queryClient } from "../lib/query-client.ts";
import { QueryState } from "../ui/query-state.tsx";
import { DeferredPart } from "./deferred-part.tsx";
import type { LazyPage } from "./lazy-page.tsx";
import { AppShell } from "./shell/app-shell.tsx";
import { PageLoading } from "./shell/page-loading.tsx";
import * as texts from "../messages/shell.ts";

/** The props of every page behind sign-in. */
export interface SignedInPageProps {
  user: CurrentUser;
}

/** Pages work before this arrives: figures are polled every few seconds, and protected calls are refused. */
const loadBackground = () => import("./background.tsx");

/** The frame of every page behind sign-in: query client, current user and shell. */
export default function SignedInArea({ page }: { page: LazyPage<SignedInPageProps> }) {
  return (
    <QueryClientProvider client={queryClient}>
      <WithCurrentUser>
        {(user) => (
          <AppShell user={user}>
            <Suspense fallback={<PageLoading />}>
              <page.Page user={user} />
            </Suspense>
            <DeferredPart load={loadBackground} loading={null} />
          </AppShell>
        )}
      </WithCurrentUser>
    </QueryClientProvider>
  );
}

function WithCurrentUser({ children }: { children: (user: CurrentUser) => ReactNode }) {
  const query = useCurrentUser();
  return (
    <QueryState query={query} failedTitle={texts.accountFailedTitle} loading={<PageLoading />}>
      {(user) => (user === null ? <PageLoading /> : children(user))}
    </QueryState>
  );
}
