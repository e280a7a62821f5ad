import type { AuditEvent } from "@wazi/contracts";
import * as texts from "../../messages/admin-audit.ts";

/** A placeholder for the name of the user whom the event is about. */
export const theUser = { user: "about" } as const;

/** A part of a sentence: text, a dollar amount, or the user's name. */
export type SentencePart = string | { money: string } | typeof theUser;
export type Sentence = readonly SentencePart[];

export interface ActionText {
  /** The label in the filter. */
  label: string;
  /** The action after the actor's name: "approved the deposit of $500.00 of Amina Otieno". */
  say: (entry: AuditEvent) => Sentence;
}

export type Details = AuditEvent["before"];

export function textIn(details: Details, name: string): string | undefined {
  const value = details?.[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function countIn(details: Details, name: string): number | undefined {
  const value = details?.[name];
  return typeof value === "number" ? value : undefined;
}

/** The message with its arguments in place: text, an amount, a name, or a sentence of these. */
export function compose<Name extends string>(
  message: (places: Record<Name, string>) => string,
  parts: Record<Name, SentencePart | Sentence>,
): Sentence {
  const names = Object.keys(parts) as Name[];
  const places = Object.fromEntries(names.map((name) => [name, `${PLACE}${name}${PLACE}`])) as Record<Name, string>;
  return message(places)
    .split(PLACE)
    .flatMap((piece, index) => (index % 2 === 0 ? piece : parts[piece as Name]))
    .filter((piece) => piece !== "");
}

/** A character that no message has. */
const PLACE = "\u0000";

const isOwn = ({ actorId, about }: AuditEvent): boolean => actorId !== null && about?.id === actorId;

/** The user whom the event is about, by name if known. */
export const describeUser = (entry: AuditEvent, otherwise = texts.aUser): SentencePart =>
  entry.about ? theUser : otherwise;

/** The requests whose events the log has. */
export type RequestNoun = "deposit" | "lateDeposit" | "practiceDeposit" | "withdrawal" | "pendingWithdrawal";

/** "the deposit of $500.00 of Amina Otieno", as far as amount and owner are known. */
export function describeRequest(noun: RequestNoun, entry: AuditEvent): Sentence {
  const { amount: sum, about } = entry;
  const amount = sum ? { money: sum } : undefined;
  if (isOwn(entry))
    return amount === undefined
      ? [texts.requestOwn({ noun })]
      : compose(({ amount }) => texts.requestOwnOfAmount({ noun, amount }), { amount });
  if (amount === undefined)
    return about
      ? compose(({ user }) => texts.requestOfUser({ noun, user }), { user: theUser })
      : [texts.requestUnknown({ noun })];
  return about
    ? compose(({ amount, user }) => texts.requestOfAmountOfUser({ noun, amount, user }), { amount, user: theUser })
    : compose(({ amount }) => texts.requestOfAmount({ noun, amount }), { amount });
}

/** The arguments of a message that ends with a reason or a note if there is one. */
interface Reason {
  hasReason: string;
  reason: string;
}

/** As `compose`, for a message that ends with a reason or a note if there is one. */
export function composeWithReason<Name extends string = never>(
  message: (places: NoInfer<Record<Name, string>> & Reason) => string,
  parts: Record<Name, SentencePart | Sentence>,
  reason: string | undefined,
): Sentence {
  const hasReason = reason === undefined ? "no" : "yes";
  return compose<Name | "reason">((places) => message({ ...places, hasReason }), {
    ...parts,
    reason: reason ?? "",
  });
}
