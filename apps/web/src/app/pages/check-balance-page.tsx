import type { BalanceProofAnswer } from "@wazi/contracts";
import { useBalanceProof } from "../../proofs/log/api.ts";
import { BalanceCheck } from "../../proofs/log/balance-check.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { DeferredPart } from "../deferred-part.tsx";
import type { SignedInPageProps } from "../signed-in-area.tsx";
import * as texts from "../../messages/proofs.ts";

const loadOwnActs = () => import("../../proofs/log/own-acts.tsx").then(({ OwnActs }) => ({ default: OwnActs }));

/** An investor follows the own balance into the published total, in the own browser. */
export default function CheckBalancePage(_props: SignedInPageProps) {
  const proof = useBalanceProof();
  return (
    <>
      <PageHeading title={texts.checkPageTitle}>{texts.checkPageLead}</PageHeading>
      <QueryState
        query={proof}
        failedTitle={texts.proofFailedTitle}
        loading={<SkeletonRows rows={3} className="h-24" />}
      >
        {(data: BalanceProofAnswer) => <BalanceCheck key={data.proof.day} answer={data} />}
      </QueryState>
      <div className="mt-6">
        <DeferredPart load={loadOwnActs} loading={<SkeletonRows rows={2} className="h-24" />} />
      </div>
    </>
  );
}
