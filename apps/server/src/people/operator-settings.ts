import { optional, parseLine, parseList } from "../platform/settings/setting-entry.ts";

/** The company that runs this installation. Live mode does not start without it. */
export interface OperatorSettings {
  name: string;
  regulator: string;
  licence: string;
  /** English names, as at sign-up. */
  countriesServed: readonly string[];
}

export const operatorEntries = {
  operatorName: optional({
    variable: "OPERATOR_NAME",
    meaning: "The legal name of the company that runs this installation. Live mode needs it.",
    allowed: "one line of text",
    parse: parseLine,
  }),
  operatorRegulator: optional({
    variable: "OPERATOR_REGULATOR",
    meaning: "The regulator that supervises the operator. Live mode needs it.",
    allowed: "one line of text",
    parse: parseLine,
  }),
  operatorLicence: optional({
    variable: "OPERATOR_LICENCE",
    meaning: "The licence number of the operator. Live mode needs it.",
    allowed: "one line of text",
    parse: parseLine,
  }),
  countriesServed: optional({
    variable: "COUNTRIES_SERVED",
    meaning: "The countries whose residents can sign up. Live mode needs it.",
    allowed: "English names, separated by commas",
    parse: parseList,
  }),
} as const;
