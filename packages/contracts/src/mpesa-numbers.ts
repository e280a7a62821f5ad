import type { mpesaCountries } from "./lists.ts";

export type MpesaCountry = (typeof mpesaCountries)[number];

interface NumberPlan {
  dialCode: string;
  /** Possible first digits after the dial code. */
  leading: readonly [string, string];
  example: string;
}

/** Mobile numbers of the two countries with M-Pesa (ITU E.164 national numbering plans). */
export const mpesaNumberPlans: Readonly<Record<MpesaCountry, NumberPlan>> = {
  Kenya: { dialCode: "+254", leading: ["7", "1"], example: "+254 712 345 678" },
  Tanzania: { dialCode: "+255", leading: ["7", "6"], example: "+255 712 345 678" },
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
