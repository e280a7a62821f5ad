import { messages } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import * as texts from "../../messages/people.ts";

const MINIMUM_AGE_YEARS = 18;
const EARLIEST_BIRTHDAY = "1900-01-01";

/** Dates are compared as YYYY-MM-DD in UTC. A person born on 29 February comes of age on 1 March. */
export function refuseUnderAge(birthday: string, now: Date): void {
  const today = now.toISOString().slice(0, 10);
  const latest = `${String(Number(today.slice(0, 4)) - MINIMUM_AGE_YEARS).padStart(4, "0")}${today.slice(4)}`;
  if (birthday < EARLIEST_BIRTHDAY) {
    const message = texts.birthdayInvalid;
    throw new AppError("VALIDATION", message, { fields: { birthday: message } });
  }
  if (birthday > latest) {
    throw new AppError("VALIDATION", messages.underAge, { fields: { birthday: messages.underAge } });
  }
}

export function refuseCountryNotServed(country: string, served: readonly string[] | undefined): void {
  if (served === undefined || served.some((name) => name.toLowerCase() === country.toLowerCase())) return;
  const message = texts.countryNotServed({ country, served: served.join(", ") });
  throw new AppError("FORBIDDEN", message, { fields: { country: message } });
}
