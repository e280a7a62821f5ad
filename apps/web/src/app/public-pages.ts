import { lazyPage, type LazyPage } from "./lazy-page.tsx";
import type { rarePageModules } from "./rare-page-modules.ts";

type RarePageName = keyof typeof rarePageModules;

const rarePageNames = [
  "forgot-password",
  "reset-password",
  "verify-email",
  "change-email",
  "undo-email",
  "freeze",
  "terms",
  "privacy",
  "status",
  "security",
  "disclaimer",
  "how-to-read",
  "proofs",
  "cookies",
  "help",
  "fees",
  "how-wazi-earns",
] as const satisfies readonly RarePageName[];

function rarePage(name: RarePageName): LazyPage<object> {
  const load = async () => (await import("./rare-page-modules.ts")).rarePageModules[name]();
  return lazyPage(load, `src/app/pages/${name}-page.tsx`);
}

/** Their paths are their names. */
export const rarePages: Readonly<Record<string, LazyPage<object>>> = Object.fromEntries(
  rarePageNames.map((name) => [`/${name}`, rarePage(name)]),
);
export const landing = lazyPage(() => import("./pages/landing-page.tsx"));
export const signUp = lazyPage(() => import("./pages/sign-up-page.tsx"));
export const signIn = lazyPage(() => import("./pages/sign-in-page.tsx"));
export const notFound = lazyPage(() => import("./pages/not-found-page.tsx"));
export const admin = lazyPage(() => import("./admin-area.tsx"));
