import type { AuditEvent } from "@wazi/contracts";
import { formatCount } from "../display/format-count.ts";
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

/** "1 session", "3 sessions"; "sessions" if the count is unknown. */
export function formatKnownCount(count: number | undefined, one: string, many: string): string {
  return count === undefined ? many : formatCount(count, one, many);
}

const isOwn = ({ actorId, about }: AuditEvent): boolean => actorId !== null && about?.id === actorId;

/** The user whom the event is about, by name if known. */
export const describeUser = (entry: AuditEvent, otherwise = texts.aUser): SentencePart =>
  entry.about ? theUser : otherwise;

/** "the deposit of $500.00 of Amina Otieno", as far as amount and owner are known. */
export function describeRequest(noun: string, entry: AuditEvent): Sentence {
  const { amount, about } = entry;
  const sum: Sentence = amount ? [` ${texts.ofLabel} `, { money: amount }] : [];
  if (isOwn(entry)) return [texts.theirNoun({ noun }), ...sum];
  const owner: Sentence = about ? [` ${texts.ofLabel} `, theUser] : [];
  return [`${amount || about ? "the" : "a"} ${noun}`, ...sum, ...owner];
}

/** A reason or a note at the end of a sentence. */
export const withReason = (reason: string | undefined): Sentence => (reason === undefined ? [] : [`: “${reason}”`]);
