import type { BodyInputOf, Market, RiskTolerance, signUp } from "@wazi/contracts";

/** What the form starts with. The phone is the national number alone, without the country's dial code. */
export const emptySignUp = {
  firstName: "",
  lastName: "",
  email: "",
  password: "",
  confirmPassword: "",
  country: "",
  phone: "",
  birthday: "",
  /** Empty where none was chosen, as the two below. */
  preferredMarket: "" as Market | "",
  riskTolerance: "" as RiskTolerance | "",
  marketingOptIn: false,
};

export type SignUpValues = typeof emptySignUp;
export type SignUpBody = BodyInputOf<typeof signUp>;
