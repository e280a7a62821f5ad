import * as texts from "../../../messages/accounts.ts";

/** The texts of the profile page. */
export const profileText = {
  saved: { title: texts.profileSaved, text: texts.yourDetailsUpToDate },
  saveFailed: { title: texts.saveFailed, text: texts.failedToSaveYourProfile },
  passwordFailed: { title: texts.changeFailed, text: texts.failedToChangeYourPassword },
  passwordTitle: texts.passwordChanged,
  sessionEnded: texts.sessionEnded,
  endFailed: { title: texts.error, text: texts.failedToEndTheSession },
  endedSessions: (count: number): string =>
    count === 0 ? texts.youHadNoOtherOpen : texts.ended({ count, count2: count }),
  sessionsHint: texts.theseDevicesSignedInTo,
  exportHint: texts.aJsonFileWithEverything,
  marketing: texts.youCanTakeThisBack,
} as const;
