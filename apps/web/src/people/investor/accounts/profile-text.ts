import * as texts from "../../../messages/accounts.ts";

/** The texts of the profile page. */
export const profileText = {
  saved: { title: texts.profileSaved, text: texts.profileDone },
  saveFailed: { title: texts.saveFailed, text: texts.profileFailed },
  passwordFailed: { title: texts.changeFailed, text: texts.passwordFailed },
  passwordTitle: texts.passwordChanged,
  sessionEnded: texts.sessionEnded,
  endFailed: { title: texts.error, text: texts.sessionEndFailed },
  endedSessions: (count: number): string =>
    count === 0 ? texts.othersNone : texts.othersEnded({ count, count2: count }),
  sessionsHint: texts.sessionsHint,
  exportHint: texts.dataExportHint,
  marketing: texts.newsHint,
} as const;
