import type { BodyInputOf, Market, RiskTolerance, signUp } from "@wazi/contracts";

/** The initial values of the form. The phone number has no country code. */
export const emptySignUp = {
  firstName: "",
  lastName: "",
  email: "",
  password: "",
  confirmPassword: "",
  country: "",
  phone: "",
  birthday: "",
  /** Empty if nothing was chosen; the same for risk tolerance. */
  preferredMarket: "" as Market | "",
  riskTolerance: "" as RiskTolerance | "",
  marketingOptIn: false,
};

export type SignUpValues = typeof emptySignUp;
export type SignUpBody = BodyInputOf<typeof signUp>;
