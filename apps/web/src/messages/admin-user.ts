// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.

export const allDeposits = "All deposits";
export const allUsers = "All users";
export const allVerifications = "All verifications";
export const allWithdrawals = "All withdrawals";
export const loading = "Loading…";
export const thisUser = "this user";
