// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.

export const canAlsoApproveDepositsPay = "Can also approve deposits, pay withdrawals and adjust accounts.";
export const canDoEverythingIncludingManaging = "Can do everything, including managing users, documents, bots, settings and administrators.";
export const canViewEverythingButChange = "Can view everything but change nothing.";
export const fullAccess = "Full access";
export const money = "Money";
export const readOnly = "Read only";
export const requiresFullAccess = "Requires full access";
export const requiresMoneyAccess = "Requires money access";
