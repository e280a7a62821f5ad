// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, type Wrap, join } from "../lib/message-parts.ts";

export const aLowerLimitAppliesAt = ({ part }: { part: ReactNode }) =>
  join(part, " A lower limit applies at once, a higher one after 24 hours.");
export const aPartOfIt = "A part of it";
export const allOfIt = "All of it";
export const answerAgain = "Answer again";
export const answerTheQuestions = "Answer the questions";
export const anyAmount = "Any amount.";
export const atMost = ({ part }: { part: ReactNode }) =>
  join("At most ", part, ".");
export const fromFromYourLimitYou = ({ from, part }: { from: Value; part: ReactNode }) =>
  join("From ", from, " your limit is ", part, ". You can lower it before.");
export const howMuchThisMoneyCan = "How much of this money can you lose without a change in how you live?";
export const iHaveTradedWithMy = "I have traded with my own money for a year or more";
export const iKnowWhatSpreadDrawdown = "I know what spread, drawdown and stop-loss mean";
export const inMoreThanThreeYears = "In more than three years";
export const inOneToThreeYears = "In one to three years";
export const littleOrNothing = "Little or nothing";
export const noLimit = "No limit";
export const noneOfIt = "None of it";
export const removed = "removed";
export const saveAnswers = "Save answers";
export const setLimit = "Set limit";
export const setYourOwnLimitUsd = "Set your own limit (USD)";
export const theLimitCouldNotSaved = "The limit could not be saved. Please try again.";
export const threeQuestionsCanSetLimit = ({ link }: { link: Wrap }) =>
  join("Three questions can set a limit for you: ", link("Your limit"), ".");
export const threeQuestionsComeBeforeYour = "Three questions come before money goes into a bot. Your answers set a limit on your own money in bots.";
export const threeQuestionsSetLimitOn = "Three questions set a limit on your own money in bots, so that you do not invest more than suits you. We ask again after a year.";
export const whatDoYouKnowAbout = "What do you know about trading?";
export const whenDoYouNeedThis = "When do you need this money?";
export const withinAYear = "Within a year";
export const youAnsweredOnAnsweredat = ({ answeredAt, state }: { answeredAt: Value; state: string }) =>
  `You answered on ${answeredAt}.${(state === "yes" ? " Please answer the questions again." : "")}`;
export const yourAnswersCouldNotSaved = "Your answers could not be saved. Please try again.";
export const yourLimit = "your limit";
export const yourLimit2 = "Your limit";
export const yourOwnMoneyInBots = "Your own money in bots now";
