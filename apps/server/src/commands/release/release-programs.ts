/** The programs of a release that an operator starts. docs/reference/commands.md lists them. */
export const RELEASE_PROGRAMS: readonly string[] = [
  ...["reconcile", "backup", "restore", "drill", "archive", "reserves", "renew-log", "reset-admin", "accept-clock"],
  ...["quarantine", "appoint-administrator"],
  ...["rotate-documents", "verify-log", "check-files", "check-reserves", "check-release", "witness"],
];
