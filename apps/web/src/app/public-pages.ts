import { lazyPage } from "./lazy-page.tsx";

export const landing = lazyPage(() => import("./pages/landing-page.tsx"));
export const signUp = lazyPage(() => import("./pages/sign-up-page.tsx"));
export const signIn = lazyPage(() => import("./pages/sign-in-page.tsx"));
export const forgotPassword = lazyPage(() => import("./pages/forgot-password-page.tsx"));
export const resetPassword = lazyPage(() => import("./pages/reset-password-page.tsx"));
export const verifyEmail = lazyPage(() => import("./pages/verify-email-page.tsx"));
export const changeEmail = lazyPage(() => import("./pages/change-email-page.tsx"));
export const freeze = lazyPage(() => import("./pages/freeze-page.tsx"));
export const terms = lazyPage(() => import("./pages/terms-page.tsx"));
export const privacy = lazyPage(() => import("./pages/privacy-page.tsx"));
export const status = lazyPage(() => import("./pages/status-page.tsx"));
export const security = lazyPage(() => import("./pages/security-page.tsx"));
export const disclaimer = lazyPage(() => import("./pages/disclaimer-page.tsx"));
export const howToRead = lazyPage(() => import("./pages/how-to-read-page.tsx"));
export const cookies = lazyPage(() => import("./pages/cookies-page.tsx"));
export const notFound = lazyPage(() => import("./pages/not-found-page.tsx"));
export const admin = lazyPage(() => import("./admin-area.tsx"));
