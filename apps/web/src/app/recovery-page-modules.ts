/** The pages that links in mails open. Few visitors need them, so this list is a chunk of its own. */
export const recoveryPageModules = {
  "forgot-password": () => import("./pages/forgot-password-page.tsx"),
  "reset-password": () => import("./pages/reset-password-page.tsx"),
  "verify-email": () => import("./pages/verify-email-page.tsx"),
  "change-email": () => import("./pages/change-email-page.tsx"),
  freeze: () => import("./pages/freeze-page.tsx"),
} as const;
