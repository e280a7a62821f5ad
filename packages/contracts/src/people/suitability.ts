import * as z from "zod/mini";
import { amount, requestAmount } from "../amount.ts";
import { defineCall } from "../call.ts";
import { messages } from "../messages.ts";

/** The version of the questions. Answers to another version are asked for again. */
export const SUITABILITY_VERSION = "2026-11";
/** Answers are asked for again after this many days. */
export const SUITABILITY_DAYS = 365;

export const knowledgeAnswers = ["none", "some", "experienced"] as const;
export const lossCapacityAnswers = ["none", "part", "all"] as const;
export const horizonAnswers = ["under-1-year", "1-to-3-years", "over-3-years"] as const;

const ANSWER_MESSAGE = "Please answer every question";
export const suitabilityAnswers = z.strictObject({
  /** The investor's knowledge of trading. */
  knowledge: z.enum(knowledgeAnswers, ANSWER_MESSAGE),
  /** How much of the money could be lost without a change of how the investor lives. */
  lossCapacity: z.enum(lossCapacityAnswers, ANSWER_MESSAGE),
  /** When the money is needed. */
  horizon: z.enum(horizonAnswers, ANSWER_MESSAGE),
});
export type SuitabilityAnswers = z.infer<typeof suitabilityAnswers>;

/** The own money that an investor may have in bots. An amount of null is no limit. */
export const suitability = z.object({
  version: z.string(),
  /** The latest answers; null before the first ones. */
  answers: z.nullable(suitabilityAnswers),
  answeredAt: z.nullable(z.iso.datetime()),
  /** True without answers, for answers to another version, and after a year. */
  isDue: z.boolean(),
  /** The limit now. */
  limit: z.nullable(amount),
  /** The highest limit that the latest answers allow. */
  ceiling: z.nullable(amount),
  /** A higher limit that waits. */
  pending: z.nullable(z.object({ limit: z.nullable(amount), from: z.iso.datetime() })),
  /** The own money in bots now. */
  invested: amount,
});
export type Suitability = z.infer<typeof suitability>;

export const getSuitability = defineCall({
  method: "GET",
  path: "/api/user/suitability",
  summary: "Get the suitability answers and the limit that follows from them",
  permission: "signed-in",
  answers: { 200: suitability },
});

/** The limit of the answers applies at once if it is lower than the present one, and otherwise after a day. */
export const answerSuitability = defineCall({
  method: "POST",
  path: "/api/user/suitability",
  summary: "Answer the suitability questions",
  permission: "investor",
  body: suitabilityAnswers,
  answers: { 200: suitability },
});

/** Sets a limit of one's own, at most the ceiling: a lower one at once, a higher one after a day. */
export const setSuitabilityLimit = defineCall({
  method: "POST",
  path: "/api/user/suitability/limit",
  summary: "Set a limit of one's own",
  permission: "investor",
  body: z.strictObject({ limit: requestAmount(messages.invalidAmount) }),
  answers: { 200: suitability },
  errors: ["CONFLICT", "SUITABILITY_LIMIT"],
});
