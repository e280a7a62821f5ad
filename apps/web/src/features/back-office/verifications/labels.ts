const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** A birthday with the age on a day (both in UTC): "17 May 1990, 36 years old". */
export function formatBirthday(birthday: string, now: number): string {
  const [year = 0, month = 0, date = 0] = birthday.split("-").map(Number);
  const today = new Date(now);
  const had = [today.getUTCMonth() + 1, today.getUTCDate()];
  const isBefore = (had[0] ?? 0) < month || (had[0] === month && (had[1] ?? 0) < date);
  const age = today.getUTCFullYear() - year - (isBefore ? 1 : 0);
  return `${day.format(new Date(`${birthday}T00:00:00Z`))}, ${age} years old`;
}

/** Common rejection reasons, as the investor sees them: a short name and the full text. */
export const commonRejectionReasons = [
  { name: "Blurred", text: "The photo is blurred or too dark to read. Please take a new one in good light." },
  { name: "Cut off", text: "A part of the document is cut off. Please show all four corners." },
  { name: "Back missing", text: "The back of the document is missing. Please send both sides." },
  { name: "Expired", text: "The document has expired. Please send a valid one." },
  { name: "Name mismatch", text: "The name on the document does not match your account." },
  { name: "Birth date mismatch", text: "The date of birth on the document does not match your account." },
] as const;
