/** The texts of the profile page. */
export const profileText = {
  saved: { title: "Profile Saved", text: "Your details are up to date." },
  saveFailed: { title: "Save Failed", text: "Failed to save your profile" },
  passwordFailed: { title: "Change Failed", text: "Failed to change your password" },
  passwordTitle: "Password Changed",
  sessionEnded: "Session Ended",
  endFailed: { title: "Error", text: "Failed to end the session" },
  endedSessions: (count: number): string =>
    count === 0
      ? "You had no other open sessions."
      : `${count === 1 ? "1 other session was" : `${count} other sessions were`} ended.`,
  sessionsHint:
    "These devices are signed in to your account. If you do not recognise one, end its session and change your password.",
  exportHint:
    "A JSON file with everything we hold about you: profile, sessions, deposits, withdrawals, positions, ledger entries and account activity. Document images are not included.",
  marketing: "You can take this back at any time. Wazi does not send news at present.",
} as const;
