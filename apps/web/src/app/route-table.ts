import { adminPaths } from "./admin-paths.ts";
import { lazyPage, type LazyPage } from "./lazy-page.tsx";
import * as publicPages from "./public-pages.ts";
import type { SignedInPageProps } from "./signed-in-area.tsx";
import * as signedInPages from "./signed-in-pages.ts";

/** The pages behind sign-in, by path. Signed-out visitors see the sign-in form at the same path. */
export const signedInRoutes = {
  "/dashboard": signedInPages.dashboard,
  "/bots": signedInPages.bots,
  "/bots/:id": signedInPages.bot,
  "/compare": signedInPages.compare,
  "/history": signedInPages.history,
  "/statement": signedInPages.statement,
  "/check-balance": signedInPages.checkBalance,
  "/profile": signedInPages.profile,
  "/money": signedInPages.money,
  "/notifications": signedInPages.notifications,
  "/deposit": signedInPages.deposit,
  "/withdrawal": signedInPages.withdrawal,
  "/verification": signedInPages.verification,
} as const satisfies Record<string, LazyPage<SignedInPageProps>>;

/** Only in the development server: the production build contains neither these paths nor their code. */
export const developmentRoutes: Readonly<Record<string, LazyPage<object>>> = import.meta.env.DEV
  ? { "/dev/ui": lazyPage(() => import("./gallery/ui-gallery-page.tsx")) }
  : {};

/** The public pages, by path. The build renders each to HTML, so they can be read before any script has loaded. */
export const publicRoutes: Readonly<Record<string, LazyPage<object>>> = {
  "/landing": publicPages.landing,
  "/signup": publicPages.signUp,
  "/signin": publicPages.signIn,
  ...publicPages.rarePages,
  ...Object.fromEntries(adminPaths.map((path) => [path, publicPages.admin])),
};

/** Finds the page for a path; `/bots/7` matches `/bots/:id`. */
function findPage<Props>(routes: Readonly<Record<string, LazyPage<Props>>>, path: string): LazyPage<Props> | undefined {
  const parts = path.replace(/\/$/, "").split("/");
  return Object.entries(routes).find(([pattern]) => {
    const patternParts = pattern.split("/");
    return (
      patternParts.length === parts.length &&
      patternParts.every((part, index) => part.startsWith(":") || part === parts[index])
    );
  })?.[1];
}

/** Loads the code for a path before anything is shown. */
export async function preloadRoute(path: string, mayBeSignedIn: boolean): Promise<void> {
  const signedInPage = path === "/" ? signedInPages.dashboard : findPage<SignedInPageProps>(signedInRoutes, path);
  if (signedInPage !== undefined && mayBeSignedIn) {
    await Promise.all([signedInPages.signedInArea.preload(), signedInPage.preload()]);
    return;
  }
  await findVisitorPage(path, signedInPage !== undefined).preload();
}

/** The page that a signed-out visitor sees at a path. */
function findVisitorPage(path: string, needsSignIn: boolean): LazyPage<object> {
  if (path === "/") return publicPages.landing;
  if (needsSignIn) return publicPages.signIn;
  return findPage(publicRoutes, path) ?? findPage(developmentRoutes, path) ?? publicPages.notFound;
}
