import type { CurrentUser } from "@wazi/contracts";
import { lazyPage } from "./lazy-page.tsx";

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

export const dashboard = lazyPage<SignedInPageProps>(() => import("./pages/dashboard-page.tsx"));
export const bots = lazyPage<SignedInPageProps>(() => import("./pages/bots-page.tsx"));
export const bot = lazyPage<SignedInPageProps>(() => import("./pages/bot-page.tsx"));
export const history = lazyPage<SignedInPageProps>(() => import("./pages/history-page.tsx"));
export const statement = lazyPage<SignedInPageProps>(() => import("./pages/statement-page.tsx"));
export const profile = lazyPage<SignedInPageProps>(() => import("./pages/profile-page.tsx"));
export const deposit = lazyPage<SignedInPageProps>(() => import("./pages/deposit-page.tsx"));
export const withdrawal = lazyPage<SignedInPageProps>(() => import("./pages/withdrawal-page.tsx"));
export const verification = lazyPage<SignedInPageProps>(() => import("./pages/verification-page.tsx"));
