/** The changes that a `security-changed` mail reports. Each has its sentence in templates/security-mails.ts. */
export type SecurityChange =
  | "password-changed"
  | "password-reset"
  | "password-reset-by-administrator"
  | "second-factor-added"
  | "second-factor-removed"
  | "passkey-added"
  | "passkey-removed"
  | "recovery-codes-replaced"
  | "recovery-code-used"
  | "phone-changed"
  | "withdrawal-address-added"
  | "withdrawal-address-removed"
  | "withdrawal-address-shared"
  | "account-frozen"
  | "account-unfrozen";

/** Where a request came from. `at` is an ISO time. */
interface Where {
  at: string;
  /** Network address; null when there was no request. */
  address: string | null;
}

/**
 * The data of each template. A mail never contains a password, a code or a full account number: links are signed when the mail
 * is sent, and `link` is the id of a row in `account_links`. Amounts are decimal strings in US dollars, such as "1234.50".
 */
export interface MailData {
  welcome: { link: string };
  "verify-email": { link: string };
  "reset-password": { link: string } & Where;
  "new-device": Where & { userAgent: string };
  /** `detail` names what was changed, such as the name of a passkey; `usableFrom` is when a new destination can be used. */
  "security-changed": Where & { change: SecurityChange; detail?: string; usableFrom?: string };
  "deposit-arrived": { amount: string };
  "deposit-rejected": { amount: string };
  "withdrawal-requested": { amount: string; destination: string; replaced?: string };
  "withdrawal-paid": { amount: string; destination: string; transactionHash: string | null };
  "withdrawal-rejected": { amount: string; reason: string | null };
  "withdrawal-cancelled": { amount: string };
  "verification-approved": Record<string, never>;
  "verification-rejected": { reason: string };
  "account-deactivated": { reason: string };
  "account-activated": Record<string, never>;
  /** `until`: an ISO time. */
  "frozen-by-administrator": { reason: string; until: string };
  /** To every other administrator. `askedBy` is null for the machine. `confirmedBy`: who confirmed it last. `at`: when it was asked for. */
  "administrator-appointment": {
    state: "asked" | "appointed" | "agreed";
    name: string;
    role: string;
    askedBy: string | null;
    confirmedBy: string | null;
    at: string;
  };
  "position-closed": {
    bot: string;
    cause: "stop-loss" | "take-profit" | "winding-up" | "exit-settled";
    amount: string;
  };
  "account-adjusted": { reason: string | null };
  "bot-paused": { bot: string };
  "bot-resumed": { bot: string };
  "bot-resting": { bot: string };
  "bot-retired": { bot: string };
  /** `date`: YYYY-MM-DD. */
  "bot-rule-changes": { bot: string; date: string };
  /** To the current address. `dueAt`: when the change happens without its answer; missing when a second factor has agreed. An earlier version wrote no `link`. */
  "email-change-requested": Where & { newEmail: string; link?: string; dueAt?: string };
  /** To the new address. */
  "email-change-confirm": { link: string };
  /** To both addresses, with `link` to the old one. */
  "email-changed": Where & { oldEmail: string; newEmail: string; link?: string };
  /** To both addresses. */
  "email-change-undone": Where & { oldEmail: string; newEmail: string };
}

export type MailTemplate = keyof MailData;

/** How a mail is queued. */
export interface MailOptions {
  /** The address to send to, when it is not the user's own. */
  recipient?: string;
  /** The mail is given up at this time, because it is of no use later. */
  expiresAt?: Date;
}
