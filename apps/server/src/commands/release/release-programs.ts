/** The programs of a release that an operator starts. docs/operations.md says what each does. */
export const RELEASE_PROGRAMS: readonly string[] = [
  ...["reconcile", "backup", "restore", "drill", "archive", "reserves", "renew-log", "reset-admin", "accept-clock"],
  ...["rotate-documents", "verify-log", "check-files", "check-reserves", "check-release", "witness"],
];
