import type { ActivationNotices } from "../../investing/positions/activate-dialog.tsx";
import { RiskWarning } from "../../trader/risk-warning.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { DeferredPart } from "../deferred-part.tsx";
import { ActivationQuestions } from "./activation-questions.tsx";

const loadCosts = () => import("../../investing/costs/activation-costs.tsx");

/** The notices before money goes into a bot: the part that its costs take, and the risk. */
export const activationNotices: ActivationNotices = {
  costs: (given) => <DeferredPart load={loadCosts} props={given} loading={<Skeleton className="h-36" />} />,
  risk: <RiskWarning />,
  questions: <ActivationQuestions />,
};
