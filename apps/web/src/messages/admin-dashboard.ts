// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.

export const adjustments = "Adjustments";
export const admin = "Admin";
export const backOffice = "Back office";
export const deposits = "Deposits";
export const records = "Records";
export const users = "Users";
export const verifications = "Verifications";
export const withdrawals = "Withdrawals";
