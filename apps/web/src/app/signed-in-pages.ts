import { lazyPage, type LazyPage } from "./lazy-page.tsx";
import type { SignedInPageProps } from "./signed-in-area.tsx";
import type { SignedInPageName } from "./signed-in-page-modules.ts";

export const signedInArea = lazyPage(() => import("./signed-in-area.tsx"));

function signedInPage(name: SignedInPageName): LazyPage<SignedInPageProps> {
  const load = async () => {
    const { PageFailed, signedInPageModules } = await import("./signed-in-page-modules.ts");
    return signedInPageModules[name]().catch(() => ({ default: PageFailed }));
  };
  return lazyPage<SignedInPageProps>(load, `src/app/pages/${name}-page.tsx`);
}

export const dashboard = signedInPage("dashboard");
export const bots = signedInPage("bots");
export const bot = signedInPage("bot");
export const compare = signedInPage("compare");
export const history = signedInPage("history");
export const statement = signedInPage("statement");
export const checkBalance = signedInPage("check-balance");
export const profile = signedInPage("profile");
export const money = signedInPage("money");
export const notifications = signedInPage("notifications");
export const deposit = signedInPage("deposit");
export const withdrawal = signedInPage("withdrawal");
export const verification = signedInPage("verification");
