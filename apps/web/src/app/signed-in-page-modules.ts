export { PageFailed } from "./page-failed.tsx";

/** The pages behind sign-in, one chunk each. This list is a chunk of its own, so visitors do not download it. */
export const signedInPageModules = {
  dashboard: () => import("./pages/dashboard-page.tsx"),
  bots: () => import("./pages/bots-page.tsx"),
  bot: () => import("./pages/bot-page.tsx"),
  compare: () => import("./pages/compare-page.tsx"),
  history: () => import("./pages/history-page.tsx"),
  statement: () => import("./pages/statement-page.tsx"),
  "check-balance": () => import("./pages/check-balance-page.tsx"),
  profile: () => import("./pages/profile-page.tsx"),
  money: () => import("./pages/money-page.tsx"),
  notifications: () => import("./pages/notifications-page.tsx"),
  deposit: () => import("./pages/deposit-page.tsx"),
  withdrawal: () => import("./pages/withdrawal-page.tsx"),
  verification: () => import("./pages/verification-page.tsx"),
} as const;

export type SignedInPageName = keyof typeof signedInPageModules;
