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
    question: texts.knowledgeQuestion,
    answers: [
      { value: "none", text: texts.knowledgeOptionNone },
      { value: "some", text: texts.knowledgeOptionTerms },
      { value: "experienced", text: texts.knowledgeOptionTraded },
    ],
  },
  {
    name: "lossCapacity",
    question: texts.lossQuestion,
    answers: [
      { value: "none", text: texts.lossOptionNone },
      { value: "part", text: texts.lossOptionPart },
      { value: "all", text: texts.lossOptionAll },
    ],
  },
  {
    name: "horizon",
    question: texts.timeQuestion,
    answers: [
      { value: "under-1-year", text: texts.timeOptionShort },
      { value: "1-to-3-years", text: texts.timeOptionMiddle },
      { value: "over-3-years", text: texts.timeOptionLong },
    ],
  },
];
