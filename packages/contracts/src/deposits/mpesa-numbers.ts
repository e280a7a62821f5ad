import type { mpesaCountries } from "../lists.ts";

export type MpesaCountry = (typeof mpesaCountries)[number];

interface NumberPlan {
  dialCode: string;
  /** Possible first digits after the dial code. */
  leading: readonly [string, string];
  example: string;
  /** The same number as people write it at home. */
  localExample: string;
}

/** Mobile numbers of the two countries with M-Pesa (ITU E.164 national numbering plans). */
export const mpesaNumberPlans: Readonly<Record<MpesaCountry, NumberPlan>> = {
  Kenya: { dialCode: "+254", leading: ["7", "1"], example: "+254 712 345 678", localExample: "0712 345 678" },
  Tanzania: { dialCode: "+255", leading: ["7", "6"], example: "+255 712 345 678", localExample: "0712 345 678" },
};

/**
 * Normalizes a mobile number to its stored form, such as "+254712345678". Returns null for anything but a number of that
 * country. Spaces, dots, dashes and brackets are ignored, and the plus sign may be missing.
 */
export function toMpesaNumber(country: MpesaCountry, typed: string): string | null {
  const { dialCode, leading } = mpesaNumberPlans[country];
  const digits = typed.replace(/[\s().-]/g, "").replace(/^\+/, "");
  const national = digits.startsWith(dialCode.slice(1)) ? digits.slice(dialCode.length - 1) : "";
  const isMobile = /^\d{9}$/.test(national) && leading.some((digit) => national.startsWith(digit));
  return isMobile ? `${dialCode}${national}` : null;
}

export function mpesaNumberMessage(country: MpesaCountry): string {
  const { dialCode, leading, example } = mpesaNumberPlans[country];
  return `Please enter an M-Pesa number of ${country}: ${dialCode} and 9 digits that start with ${leading.join(" or ")}, such as ${example}`;
}

/**
 * Adds the country's dial code to a number in the local form: "0712 345 678" and "712345678" become "+254712345678". Anything
 * else stays as typed. For forms only: the API takes numbers with their country code.
 */
export function completeMpesaNumber(country: MpesaCountry, typed: string): string {
  const digits = typed.replace(/[\s().-]/g, "");
  return /^0?\d{9}$/.test(digits) ? `${mpesaNumberPlans[country].dialCode}${digits.slice(-9)}` : typed.trim();
}

/** The stored form as people write it at home: "+254712345678" becomes "0712 345 678". Other numbers stay as they are. */
export function formatMpesaNumber(number: string): string {
  const plan = Object.values(mpesaNumberPlans).find(({ dialCode }) => number.startsWith(dialCode));
  const national = plan === undefined ? "" : number.slice(plan.dialCode.length);
  return /^\d{9}$/.test(national) ? `0${national.slice(0, 3)} ${national.slice(3, 6)} ${national.slice(6)}` : number;
}

/**
 * A destination in one line as people read it: its M-Pesa number in the local form, everything else as it is. Only for
 * showing: administrators confirm the text of the API.
 */
export function showDestination({
  destination,
  phoneNumber,
}: {
  destination: string;
  phoneNumber: string | null;
}): string {
  return phoneNumber === null ? destination : destination.replace(phoneNumber, formatMpesaNumber(phoneNumber));
}

/** Lists the meanings of a text that holds an M-Pesa number in the local form: the same text with the stored form of each country. */
export function listStoredForms(text: string): string[] {
  const local = /(?<!\S)0(\d{3}) ?(\d{3}) ?(\d{3})(?!\d)/;
  if (!local.test(text)) return [];
  return Object.values(mpesaNumberPlans).map(({ dialCode }) => text.replace(local, `${dialCode}$1$2$3`));
}

/** The message of a form that takes the local form too. */
export function localMpesaNumberMessage(country: MpesaCountry): string {
  return `Please enter an M-Pesa number of ${country}, such as ${mpesaNumberPlans[country].localExample}`;
}
