import { findDialCode, signUp as signUpCall, signUpBody, TERMS_VERSION, type CurrentUser } from "@wazi/contracts";
import type { Resolver } from "react-hook-form";
import { call } from "../../../lib/api-client.ts";
import { composePhone } from "../../../lib/phone.ts";
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
