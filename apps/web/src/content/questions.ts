import * as texts from "../messages/help.ts";

/** The frequently asked questions of the landing page. */
export const questions = [
  {
    question: texts.workingQuestion,
    answer: texts.workingAnswer,
  },
  {
    question: texts.minimumQuestion,
    answer: texts.minimumAnswer,
  },
  {
    question: texts.withdrawQuestion,
    answer: texts.withdrawAnswer,
  },
  {
    question: texts.safetyQuestion,
    answer: texts.safetyAnswer,
  },
  {
    question: texts.profitsQuestion,
    answer: texts.profitsAnswer,
  },
  {
    question: texts.experienceQuestion,
    answer: texts.experienceAnswer,
  },
  {
    question: texts.marketsQuestion,
    answer: texts.marketsAnswer,
  },
] as const;
