import { countries, type ProfileField, type RiskTolerance } from "@wazi/contracts";
import * as texts from "../messages/profile-fields.ts";
import { marketNames } from "./labels.ts";

interface Labelled {
  label: string;
  hint?: string;
  autoComplete?: string;
}

/** The input of a field of the profile: a text, a choice if it has choices, or a switch. */
export type ProfileInput = Labelled &
  (
    | { kind: "text" | "date" | "switch" }
    /** The names by value. `noChoice` is shown for none, where the field may have none. */
    | { kind: "choice"; choices: Readonly<Record<string, string>>; noChoice?: string }
  );

export const riskNames: Readonly<Record<RiskTolerance, string>> = {
  low: texts.riskLow,
  medium: texts.riskMedium,
  high: texts.riskHigh,
};

/** How the profile asks for each field. */
export const profileInputs: Readonly<Record<ProfileField, ProfileInput>> = {
  country: {
    kind: "choice",
    label: texts.country,
    choices: Object.fromEntries(countries.map(({ name }) => [name, name])),
    autoComplete: "country-name",
  },
  birthday: { kind: "date", label: texts.birthday, autoComplete: "bday" },
  preferredMarket: {
    kind: "choice",
    label: texts.preferredMarket,
    choices: marketNames,
    noChoice: texts.preferredMarketNone,
  },
  riskTolerance: {
    kind: "choice",
    label: texts.riskTolerance,
    choices: riskNames,
    noChoice: texts.riskToleranceNone,
  },
  marketingOptIn: { kind: "switch", label: texts.marketingOptIn, hint: texts.marketingOptInHint },
};
