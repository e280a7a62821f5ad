import type { Verification } from "@wazi/contracts";
import type { ReactNode } from "react";
import { documentNames } from "../../content/labels.ts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { Tag, type TagLook } from "../../ui/tag.tsx";
import { REJECTED_DEFAULT, type VerificationState } from "./verification-state.ts";

const stateTags: Record<VerificationState, { tag: string; look: TagLook }> = {
  "not-submitted": { tag: "Not submitted", look: "plain" },
  pending: { tag: "Pending", look: "wait" },
  approved: { tag: "Approved", look: "gain" },
  rejected: { tag: "Rejected", look: "loss" },
};

/** The status of the check, the submitted document and the next step. */
export function VerificationCard({
  state,
  latest,
  reviewText,
}: {
  state: VerificationState;
  latest: Verification | null;
  /** The review time, as the end of a sentence. */
  reviewText: string;
}) {
  const { tag, look } = stateTags[state];
  return (
    <Sheet title="Verification status" aside={<Tag look={look}>{tag}</Tag>}>
      <div className="grid gap-5" data-testid="verification-status">
        <NextStep state={state} latest={latest} reviewText={reviewText} />
        {latest === null ? null : <Submitted latest={latest} />}
      </div>
    </Sheet>
  );
}

function NextStep({
  state,
  latest,
  reviewText,
}: {
  state: VerificationState;
  latest: Verification | null;
  reviewText: string;
}) {
  switch (state) {
    case "not-submitted":
      return <p>You have not submitted a document yet. You can withdraw your money without one at any time.</p>;
    case "pending":
      return (
        <p>
          Your documents are reviewed {reviewText}. This page updates automatically. You can keep using your account.
        </p>
      );
    case "approved":
      return (
        <>
          <Notice look="good" title="Your identity is verified">
            You do not need to send anything else.
          </Notice>
          <LinkButton href="/dashboard" className="w-full sm:w-fit">
            Go to Dashboard
          </LinkButton>
        </>
      );
    case "rejected":
      return (
        <Notice look="danger" title="Your documents were rejected">
          {latest?.rejectionReason || REJECTED_DEFAULT}
        </Notice>
      );
  }
}

function Submitted({ latest }: { latest: Verification }) {
  return (
    <dl className="grid gap-2 border-t border-line pt-4 text-14">
      <Row term="Document">{documentNames[latest.documentType]}</Row>
      {latest.documentNumber === null ? null : <Row term="Number">{latest.documentNumber}</Row>}
      <Row term="Images">{latest.backImageUrl === null ? "Front" : "Front and back"}</Row>
      <Row term="Sent">{formatDayAndTime(latest.createdAt)}</Row>
      {latest.reviewedAt === null ? null : <Row term="Reviewed">{formatDayAndTime(latest.reviewedAt)}</Row>}
    </dl>
  );
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 text-right break-words">{children}</dd>
    </div>
  );
}
