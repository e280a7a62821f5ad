import type { BodyInputOf, signUp } from "@wazi/contracts";

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
  marketingOptIn: false,
};

export type SignUpValues = typeof emptySignUp;
export type SignUpBody = BodyInputOf<typeof signUp>;
