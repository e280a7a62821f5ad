import type { SuitabilityAnswers } from "@wazi/contracts";
import * as texts from "../messages/suitability.ts";

interface Question<Name extends keyof SuitabilityAnswers> {
  name: Name;
  question: string;
  answers: readonly { value: SuitabilityAnswers[Name]; text: string }[];
}

type AnyQuestion = { [Name in keyof SuitabilityAnswers]: Question<Name> }[keyof SuitabilityAnswers];

export const suitabilityQuestions: readonly AnyQuestion[] = [
  {
    name: "knowledge",
    question: texts.whatDoYouKnowAbout,
    answers: [
      { value: "none", text: texts.littleOrNothing },
      { value: "some", text: texts.iKnowWhatSpreadDrawdown },
      { value: "experienced", text: texts.iHaveTradedWithMy },
    ],
  },
  {
    name: "lossCapacity",
    question: texts.howMuchThisMoneyCan,
    answers: [
      { value: "none", text: texts.noneOfIt },
      { value: "part", text: texts.aPartOfIt },
      { value: "all", text: texts.allOfIt },
    ],
  },
  {
    name: "horizon",
    question: texts.whenDoYouNeedThis,
    answers: [
      { value: "under-1-year", text: texts.withinAYear },
      { value: "1-to-3-years", text: texts.inOneToThreeYears },
      { value: "over-3-years", text: texts.inMoreThanThreeYears },
    ],
  },
];
