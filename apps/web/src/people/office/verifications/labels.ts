import * as texts from "../../../messages/admin-verifications.ts";

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** A birthday with the age on a day (both in UTC): "17 May 1990, 36 years old". */
export function formatBirthday(birthday: string, now: number): string {
  const [year = 0, month = 0, date = 0] = birthday.split("-").map(Number);
  const today = new Date(now);
  const had = [today.getUTCMonth() + 1, today.getUTCDate()];
  const isBefore = (had[0] ?? 0) < month || (had[0] === month && (had[1] ?? 0) < date);
  const age = today.getUTCFullYear() - year - (isBefore ? 1 : 0);
  return texts.birthdayWithAge({ format: day.format(new Date(`${birthday}T00:00:00Z`)), age });
}

/** Common rejection reasons, as the investor sees them: a short name and the full text. */
export const commonRejectionReasons = [
  { name: texts.blurred, text: texts.rejectionUnreadable },
  { name: texts.cutOff, text: texts.rejectionCutOff },
  { name: texts.backMissing, text: texts.rejectionBackMissing },
  { name: texts.expired, text: texts.rejectionExpired },
  { name: texts.nameMismatch, text: texts.rejectionOtherName },
  { name: texts.rejectionBirthDateName, text: texts.rejectionBirthDate },
] as const;
