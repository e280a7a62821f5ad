import { focusManager, QueryClientProvider } from "@tanstack/react-query";
import type { CurrentUser } from "@wazi/contracts";
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Route, Switch, useLocation } from "wouter";
import "../back-office.css";
import { useCurrentUser } from "../people/investor/accounts/session.ts";
import { AdminContext, PaperMoneyContext } from "../office/access/admin-access.ts";
import { usePublicSettings } from "../lib/public-settings.ts";
import { forgetListPositions } from "../office/records/list-position.ts";
import { queryClient } from "../lib/query-client.ts";
import { useMayBeSignedIn } from "../lib/session.ts";
import { NoAnswerText, QueryState } from "../ui/query-state.tsx";
import { AdminSignInForm, AdminSignInPage } from "./pages/admin-sign-in-page.tsx";
import { AdminShell } from "./shell/admin-shell.tsx";
import "./step-up.ts";
import { PageLoading } from "./shell/page-loading.tsx";
import * as texts from "../messages/shell.ts";
import type { AdminPath } from "./admin-paths.ts";
import { lazyPage, type LazyPage } from "./lazy-page.tsx";
import { Notice } from "../ui/notice.tsx";
import { Wordmark } from "../ui/wordmark.tsx";

const records = lazyPage(() => import("./pages/admin-page.tsx"));

/** The pages of the back office, each in its own chunk. */
const adminPages: Readonly<Record<AdminPath, LazyPage<object>>> = {
  "/admin": records,
  "/admin/dashboard": records,
  "/admin/users/:id": lazyPage(() => import("./pages/admin-user-page.tsx")),
  "/admin/operations": lazyPage(() => import("./pages/admin-operations-page.tsx")),
  "/admin/money": lazyPage(() => import("./pages/admin-money-page.tsx")),
  "/admin/payouts": lazyPage(() => import("./pages/admin-payouts-page.tsx")),
  "/admin/audit": lazyPage(() => import("./pages/admin-audit-page.tsx")),
  "/admin/administrators": lazyPage(() => import("./pages/admin-administrators-page.tsx")),
};

/** The page at an address of the back office; undefined for any other. */
function findAdminPage(path: string): LazyPage<object> | undefined {
  const plain = path.replace(/\/$/, "");
  if (/^\/admin\/users\/[^/]+$/.test(plain)) return adminPages["/admin/users/:id"];
  return plain in adminPages ? adminPages[plain as AdminPath] : undefined;
}

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
    <QueryState query={query} failedTitle={texts.accountFailedTitle} loading={<PageLoading />}>
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

/**
 * Covers the page after the administrator's session has ended. Unsaved input is kept for the same administrator, cannot
 * be read or reached meanwhile, and no requests are sent.
 */
function SessionEndedCover({ heldFor }: { heldFor: string }) {
  const element = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // A modal dialog closes on the second Esc, and a third one would close the form below it.
    const ignoreEscape = (event: KeyboardEvent): void => {
      if (event.key === "Escape") event.preventDefault();
    };
    window.addEventListener("keydown", ignoreEscape, { capture: true });
    return () => {
      window.removeEventListener("keydown", ignoreEscape, { capture: true });
      dialog?.close();
    };
  }, []);

  useEffect(() => {
    const titleBefore = document.title;
    document.title = texts.endedAdminPageTitle;
    focusManager.setFocused(false);
    return () => {
      document.title = titleBefore;
      focusManager.setFocused(undefined);
    };
  }, []);

  return (
    <dialog
      ref={element}
      aria-labelledby="session-ended"
      onCancel={(event) => event.preventDefault()}
      // Some devices close a dialog in other ways, such as a back gesture.
      onClose={({ currentTarget }) => {
        if (!currentTarget.open && currentTarget.isConnected) currentTarget.showModal();
      }}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none overflow-y-auto bg-paper text-ink backdrop:bg-paper"
    >
      <div className="mx-auto w-full max-w-lg px-4 pt-12 pb-16 sm:px-0">
        <Wordmark />
        <h1 id="session-ended" className="mt-8 text-32">
          {texts.endedAdminHeading}
        </h1>
        <Notice look="warning" role="alert" title={texts.endedTitle} className="mt-6 mb-8">
          <p>{texts.endedText}</p>
        </Notice>
        <AdminSignInForm heldFor={heldFor} />
      </div>
    </dialog>
  );
}
