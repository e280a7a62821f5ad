import { adminPaths } from "./admin-paths.ts";
import { lazyPage, type LazyPage } from "./lazy-page.tsx";
import * as pages from "./pages.ts";

/** The screens for signed-in users, by address. Who is not signed in sees the sign-in screen there. */
export const signedInRoutes = {
  "/dashboard": pages.dashboard,
  "/bots": pages.bots,
  "/bots/:id": pages.bot,
  "/history": pages.history,
  "/statement": pages.statement,
  "/profile": pages.profile,
  "/deposit": pages.deposit,
  "/withdrawal": pages.withdrawal,
  "/verification": pages.verification,
} as const satisfies Record<string, LazyPage<pages.SignedInPageProps>>;

/** Only where the sources themselves are served: what is built has neither these addresses nor their code. */
export const developmentRoutes: Readonly<Record<string, LazyPage<object>>> = import.meta.env.DEV
  ? { "/dev/ui": lazyPage(() => import("../dev/ui-gallery-page.tsx")) }
  : {};

/** The pages for everybody, by address. Each is made at build time, so that it can be read before any script has come. */
export const publicRoutes: Readonly<Record<string, LazyPage<object>>> = {
  "/landing": pages.landing,
  "/signup": pages.signUp,
  "/signin": pages.signIn,
  "/status": pages.status,
  "/security": pages.security,
  "/disclaimer": pages.disclaimer,
  "/cookies": pages.cookies,
  ...Object.fromEntries(adminPaths.map((path) => [path, pages.admin])),
};

/** What stands at an address; `/bots/7` is that of `/bots/:id`. */
function pageAt<Props>(routes: Readonly<Record<string, LazyPage<Props>>>, path: string): LazyPage<Props> | undefined {
  const parts = path.replace(/\/$/, "").split("/");
  return Object.entries(routes).find(([pattern]) => {
    const wanted = pattern.split("/");
    return (
      wanted.length === parts.length && wanted.every((part, index) => part.startsWith(":") || part === parts[index])
    );
  })?.[1];
}

/** Sends for what an address needs, before anything is shown. */
export async function preloadRoute(path: string, mayBeSignedIn: boolean): Promise<void> {
  const screen = path === "/" ? pages.dashboard : pageAt<pages.SignedInPageProps>(signedInRoutes, path);
  if (screen !== undefined && mayBeSignedIn) {
    await Promise.all([pages.signedInArea.preload(), screen.preload()]);
    return;
  }
  const page =
    path === "/"
      ? pages.landing
      : screen === undefined
        ? (pageAt(publicRoutes, path) ?? pageAt(developmentRoutes, path))
        : pages.signIn;
  await (page ?? pages.notFound).preload();
}
