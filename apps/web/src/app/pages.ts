import type { CurrentUser } from "@wazi/contracts";
import { lazyPage, type LazyPage } from "./lazy-page.tsx";
import type { ScreenName } from "./signed-in-pages.ts";

/** What every page for signed-in users is given. */
export interface SignedInPageProps {
  user: CurrentUser;
}

export const landing = lazyPage(() => import("./pages/landing-page.tsx"));
export const signUp = lazyPage(() => import("./pages/sign-up-page.tsx"));
export const signIn = lazyPage(() => import("./pages/sign-in-page.tsx"));
export const status = lazyPage(() => import("./pages/status-page.tsx"));
export const security = lazyPage(() => import("./pages/security-page.tsx"));
export const disclaimer = lazyPage(() => import("./pages/disclaimer-page.tsx"));
export const cookies = lazyPage(() => import("./pages/cookies-page.tsx"));
export const notFound = lazyPage(() => import("./pages/not-found-page.tsx"));
export const signedInArea = lazyPage(() => import("./signed-in-area.tsx"));
export const admin = lazyPage(() => import("./admin-area.tsx"));

/** A screen behind a sign-in. Which parts it is made of is listed apart, so that visitors need not fetch that list. */
function screen(name: ScreenName): LazyPage<SignedInPageProps> {
  const load = async () => (await import("./signed-in-pages.ts")).screens[name]();
  return lazyPage<SignedInPageProps>(load, `src/app/pages/${name}-page.tsx`);
}

export const dashboard = screen("dashboard");
export const bots = screen("bots");
export const bot = screen("bot");
export const history = screen("history");
export const statement = screen("statement");
export const profile = screen("profile");
export const deposit = screen("deposit");
export const withdrawal = screen("withdrawal");
export const verification = screen("verification");
