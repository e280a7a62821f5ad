import type { LinkSigner } from "../../people/api.ts";

/** The texts of a mail. Every text is plain: the layout escapes it. */
export interface MailContent {
  /** One line. Never contains what a person typed. */
  subject: string;
  title: string;
  paragraphs: readonly string[];
  /** Shown as a small table: label and value. */
  facts?: readonly (readonly [label: string, value: string])[];
  button?: { label: string; address: string };
  /** Below the button. */
  notes?: readonly string[];
  /** Adds "This was not me", a link that freezes the account without signing in. */
  isSecurity?: true;
  /** In place of it: a link that undoes a change of address and freezes the account. */
  undoAddress?: string;
}

/** The context that templates may use besides their data. */
export interface MailContext {
  userId: string;
  /** Where the web app is, without a final slash. */
  origin: string;
  links: LinkSigner;
  /** When the mail is sent: links are signed for this time. */
  now: Date;
}

/** "22 November 2026, 20:31 UTC" */
export function formatMailTime(iso: string): string {
  const date = new Date(iso);
  const day = date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  return `${day}, ${date.toISOString().slice(11, 16)} UTC`;
}

/** "$1,234.50" */
export function formatDollars(amount: string): string {
  const [whole = "0", cents = "00"] = amount.split(".");
  return `$${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${cents.padEnd(2, "0")}`;
}

/** The page that a signed link opens. The token is after the #, so it reaches no server log and no other site. */
export const linkTo = ({ origin }: MailContext, path: string, token: string): string => `${origin}${path}#${token}`;
