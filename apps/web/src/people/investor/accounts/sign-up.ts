import { type CurrentUser, findDialCode, signUpBody, signUp as signUpCall, TERMS_VERSION } from "@wazi/contracts";
import type { Resolver } from "react-hook-form";
import { call } from "../../../lib/api-client.ts";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import type { SignUpBody, SignUpValues } from "./sign-up-values.ts";

const bodyResolver = schemaResolver(signUpBody);

/**
 * The phone field holds the national number. This adds the country code before the check, and drops optional fields
 * that were left empty. Creating an account accepts the terms that the form names.
 */
export const signUpResolver: Resolver<SignUpValues, unknown, SignUpBody> = (values, context, options) =>
  bodyResolver(
    {
      ...values,
      acceptedTerms: TERMS_VERSION,
      phone: composePhone(findDialCode(values.country) ?? "", values.phone),
      preferredMarket: values.preferredMarket || undefined,
      riskTolerance: values.riskTolerance || undefined,
    },
    context,
    options as never,
  );

export function signUp(body: SignUpBody): Promise<CurrentUser> {
  return call(signUpCall, { body });
}

/**
 * Builds the number for the API: the country code and the national number without its leading 0, digits only. A pasted
 * country code is not doubled. Empty stays empty, so that the field's own message shows.
 */
export function composePhone(dialCode: string, typed: string): string {
  const digits = typed.replace(/[^\d+]/g, "");
  if (digits === "") return "";
  if (digits.startsWith("+")) return digits;
  return dialCode + digits.replace(/^0/, "");
}
