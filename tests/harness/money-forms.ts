/** The body of a deposit request. */
export const usdt = (amount: unknown) => ({ amount, currency: "USDT", network: "TRC20" });

/** The body of a withdrawal request. */
export const mpesa = (amount: unknown) => ({
  amount,
  withdrawalType: "mpesa",
  country: "Kenya",
  phoneNumber: "+254712345678",
});
