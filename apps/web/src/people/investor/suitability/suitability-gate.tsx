import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { useSuitability } from "./api.ts";
import { SuitabilityForm } from "./suitability-form.tsx";
import * as texts from "../../../messages/suitability.ts";

/**
 * The three questions before money goes into a bot, when they are due. With real money they stand in place of the form
 * that follows (base.css hides it), also while it is not known if they are due. With practice money a line offers them.
 */
export default function SuitabilityGate({ isRealMoney }: { isRealMoney: boolean }) {
  const query = useSuitability();
  if (!isRealMoney) {
    return query.data?.isDue !== true ? null : (
      <p className="mb-5 text-14 text-muted">
        {texts.gateOptional({ link: (text) => <TextLink href="/profile#limit">{text}</TextLink> })}
      </p>
    );
  }
  if (query.data?.isDue === false) return null;
  return (
    <div data-first-questions="" className="grid gap-5">
      <QueryState query={query} failedTitle={texts.limitFailedTitle} loading={<SkeletonRows rows={3} />}>
        {() => (
          <>
            <p>{texts.gateRequired}</p>
            <SuitabilityForm onAnswered={() => undefined} />
          </>
        )}
      </QueryState>
    </div>
  );
}
