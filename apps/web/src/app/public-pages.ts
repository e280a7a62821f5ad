import { lazyPage, type LazyPage } from "./lazy-page.tsx";
import type { recoveryPageModules } from "./recovery-page-modules.ts";

function recoveryPage(name: keyof typeof recoveryPageModules): LazyPage<object> {
  const load = async () => (await import("./recovery-page-modules.ts")).recoveryPageModules[name]();
  return lazyPage(load, `src/app/pages/${name}-page.tsx`);
}

export const landing = lazyPage(() => import("./pages/landing-page.tsx"));
export const signUp = lazyPage(() => import("./pages/sign-up-page.tsx"));
export const signIn = lazyPage(() => import("./pages/sign-in-page.tsx"));
export const forgotPassword = recoveryPage("forgot-password");
export const resetPassword = recoveryPage("reset-password");
export const verifyEmail = recoveryPage("verify-email");
export const changeEmail = recoveryPage("change-email");
export const freeze = recoveryPage("freeze");
export const terms = lazyPage(() => import("./pages/terms-page.tsx"));
export const privacy = lazyPage(() => import("./pages/privacy-page.tsx"));
export const status = lazyPage(() => import("./pages/status-page.tsx"));
export const security = lazyPage(() => import("./pages/security-page.tsx"));
export const disclaimer = lazyPage(() => import("./pages/disclaimer-page.tsx"));
export const howToRead = lazyPage(() => import("./pages/how-to-read-page.tsx"));
export const cookies = lazyPage(() => import("./pages/cookies-page.tsx"));
export const notFound = lazyPage(() => import("./pages/not-found-page.tsx"));
export const admin = lazyPage(() => import("./admin-area.tsx"));
