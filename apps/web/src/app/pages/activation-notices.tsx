import type { ActivationNotices } from "../../investing/positions/activate-dialog.tsx";
import { RiskWarning } from "../../trader/risk-warning.tsx";
import { Skeleton, SkeletonRows } from "../../ui/skeleton.tsx";
import { DeferredPart } from "../deferred-part.tsx";
import { reloadPublicSettings, usePublicSettings } from "../../lib/public-settings.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import * as texts from "../../messages/investments.ts";

const loadGate = () => import("../../people/investor/suitability/suitability-gate.tsx");

/**
 * The questions before money goes into a bot. The form behind them is hidden (base.css) until it is known that the money is
 * practice money, or that the questions are answered.
 */
function ActivationQuestions() {
  const settings = usePublicSettings();
  if (settings.status === "failed")
    return <QuestionsFailed action={texts.tryTheCheckAgain} onAct={reloadPublicSettings} />;
  if (settings.status === "loading") return <QuestionsLoading />;
  if (settings.data.mode !== "live") {
    return <DeferredPart load={loadGate} loading={null} props={{ isRealMoney: false }} />;
  }
  return (
    <DeferredPart
      load={loadGate}
      loading={<QuestionsLoading />}
      failed={<QuestionsFailed action={texts.questionsReload} onAct={() => window.location.reload()} />}
      props={{ isRealMoney: true }}
    />
  );
}

function QuestionsLoading() {
  return (
    <div data-first-questions="">
      <SkeletonRows rows={3} />
    </div>
  );
}

function QuestionsFailed({ action, onAct }: { action: string; onAct: () => void }) {
  return (
    <div data-first-questions="">
      <Notice look="danger" role="alert" title={texts.questionsFailedTitle}>
        <p>{texts.questionsFailedText}</p>
        <Button look="secondary" className="mt-3" onClick={onAct}>
          {action}
        </Button>
      </Notice>
    </div>
  );
}

const loadCosts = () => import("../../investing/costs/activation-costs.tsx");

/** The notices before money goes into a bot: the part that its costs take, and the risk. */
export const activationNotices: ActivationNotices = {
  costs: (given) => <DeferredPart load={loadCosts} props={given} loading={<Skeleton className="h-36" />} />,
  risk: <RiskWarning />,
  questions: <ActivationQuestions />,
};
