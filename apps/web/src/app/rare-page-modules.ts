/** Pages that few visitors open: texts, and what links in mails lead to. This list is a chunk of its own, so the others do not download it. */
export const rarePageModules = {
  "forgot-password": () => import("./pages/forgot-password-page.tsx"),
  "reset-password": () => import("./pages/reset-password-page.tsx"),
  "verify-email": () => import("./pages/verify-email-page.tsx"),
  "change-email": () => import("./pages/change-email-page.tsx"),
  freeze: () => import("./pages/freeze-page.tsx"),
  terms: () => import("./pages/terms-page.tsx"),
  privacy: () => import("./pages/privacy-page.tsx"),
  security: () => import("./pages/security-page.tsx"),
  disclaimer: () => import("./pages/disclaimer-page.tsx"),
  "how-to-read": () => import("./pages/how-to-read-page.tsx"),
  proofs: () => import("./pages/proofs-page.tsx"),
  status: () => import("./pages/status-page.tsx"),
  help: () => import("./pages/help-page.tsx"),
  fees: () => import("./pages/fees-page.tsx"),
  "how-wazi-earns": () => import("./pages/how-wazi-earns-page.tsx"),
  cookies: () => import("./pages/cookies-page.tsx"),
} as const;
