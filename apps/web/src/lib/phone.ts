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
