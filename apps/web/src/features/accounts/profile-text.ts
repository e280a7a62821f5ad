/** What the profile says, in one place. */
export const profileText = {
  saved: { title: "Profile Saved", text: "This is how we address you from now on." },
  saveFailed: { title: "Save Failed", text: "Failed to save your profile" },
  passwordFailed: { title: "Change Failed", text: "Failed to change your password" },
  passwordTitle: "Password Changed",
  sessionEnded: "Session Ended",
  endFailed: { title: "Error", text: "Failed to end the session" },
  endedSessions: (count: number): string =>
    count === 0
      ? "No other session was open."
      : `${count === 1 ? "1 other session was" : `${count} other sessions were`} ended.`,
  sessionsHint: "Where you are signed in. End what you don't know, then change your password.",
  exportHint:
    "Everything that is kept about you, as a JSON file: profile, sessions, deposits, withdrawals, positions, ledger entries and what was done to your account. The pictures of your documents are not in it.",
  marketing:
    "Wazi sends no news by email today. What you chose at sign-up is kept with your account, and stands in the export.",
} as const;
