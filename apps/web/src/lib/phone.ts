/**
 * The number as the API takes it: the dial code and the national number without its leading 0, digits only. A number
 * pasted with the dial code keeps one. Empty stays empty, so that the field's own message shows.
 */
export function composePhone(dialCode: string, typed: string): string {
  const digits = typed.replace(/[^\d+]/g, "");
  if (digits === "") return "";
  if (digits.startsWith("+")) return digits;
  return dialCode + digits.replace(/^0/, "");
}
