export * from "./accounts.ts";
export * from "./cash.ts";
export * from "./investing.ts";
export * from "./money.ts";
export * from "./package-tier.ts";
export * from "./pool.ts";
export * from "./position.ts";
export * from "./spread-amount.ts";
