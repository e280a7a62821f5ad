import type { SuitabilityAnswers } from "@wazi/contracts";
import { useState } from "react";
import { failureText } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useAnswerSuitability } from "./api.ts";
import * as texts from "../../../messages/suitability.ts";

interface Question<Name extends keyof SuitabilityAnswers> {
  name: Name;
  question: string;
  answers: readonly { value: SuitabilityAnswers[Name]; text: string }[];
}

type AnyQuestion = { [Name in keyof SuitabilityAnswers]: Question<Name> }[keyof SuitabilityAnswers];

const suitabilityQuestions: readonly AnyQuestion[] = [
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

/** The three questions. Their answers set a limit on the own money in bots. */
export function SuitabilityForm({ onAnswered }: { onAnswered: () => void }) {
  const [answers, setAnswers] = useState<Partial<SuitabilityAnswers>>({});
  const save = useAnswerSuitability();
  const { knowledge, lossCapacity, horizon } = answers;
  const isComplete = knowledge !== undefined && lossCapacity !== undefined && horizon !== undefined;
  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) save.mutate({ knowledge, lossCapacity, horizon }, { onSuccess: onAnswered });
      }}
    >
      {suitabilityQuestions.map(({ name, question, answers: choices }) => (
        <fieldset key={name} className="grid gap-1">
          <legend className="mb-1 font-semibold">{question}</legend>
          {choices.map(({ value, text }) => (
            <label key={value} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name={name}
                value={value}
                required
                checked={answers[name] === value}
                onChange={() => setAnswers({ ...answers, [name]: value })}
                className="size-5 shrink-0 accent-primary"
              />
              {text}
            </label>
          ))}
        </fieldset>
      ))}
      {save.isError ? (
        <Notice look="danger" role="alert">
          {failureText(save.error, texts.answersFailed)}
        </Notice>
      ) : null}
      <Button type="submit" className="justify-self-start" disabled={!isComplete} pending={save.isPending}>
        {texts.saveAnswers}
      </Button>
    </form>
  );
}
