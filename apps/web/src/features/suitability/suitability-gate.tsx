import { TextLink } from "../../ui/text-link.tsx";
import { useSuitability } from "./api.ts";
import { SuitabilityForm } from "./suitability-form.tsx";
import * as texts from "../../messages/suitability.ts";

/**
 * The three questions before an activation, when they are due. With real money they stand in place of the form that
 * follows (base.css hides it). With practice money a line offers them.
 */
export default function SuitabilityGate({ isRealMoney }: { isRealMoney: boolean }) {
  if (useSuitability().data?.isDue !== true) return null;
  if (!isRealMoney) {
    return (
      <p className="mb-5 text-14 text-muted">
        {texts.threeQuestionsCanSetLimit({ link: (text) => <TextLink href="/profile#limit">{text}</TextLink> })}
      </p>
    );
  }
  return (
    <div data-first-questions="" className="grid gap-5">
      <p>{texts.threeQuestionsComeBeforeYour}</p>
      <SuitabilityForm onAnswered={() => undefined} />
    </div>
  );
}
