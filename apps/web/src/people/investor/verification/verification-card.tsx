import type { Verification } from "@wazi/contracts";
import type { ReactNode } from "react";
import { documentNames } from "../../../content/labels.ts";
import { formatDayAndTime } from "../../../lib/format-date.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { Tag, type TagLook } from "../../../ui/tag.tsx";
import { REJECTED_DEFAULT, type VerificationState } from "./verification-state.ts";
import * as texts from "../../../messages/verification.ts";

const stateTags: Record<VerificationState, { tag: string; look: TagLook }> = {
  "not-submitted": { tag: texts.notSubmitted, look: "plain" },
  pending: { tag: texts.pending, look: "wait" },
  approved: { tag: texts.approved, look: "gain" },
  rejected: { tag: texts.rejected, look: "loss" },
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
    <Sheet title={texts.verificationStatus} aside={<Tag look={look}>{tag}</Tag>}>
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
      return <p>{texts.notSubmittedText}</p>;
    case "pending":
      return <p>{texts.pendingText({ reviewText })}</p>;
    case "approved":
      return (
        <>
          <Notice look="good" title={texts.approvedTitle}>
            {texts.approvedText}
          </Notice>
          <LinkButton href="/dashboard" className="w-full sm:w-fit">
            {texts.toDashboard}
          </LinkButton>
        </>
      );
    case "rejected":
      return (
        <Notice look="danger" title={texts.rejectedTitle}>
          {latest?.rejectionReason || REJECTED_DEFAULT}
        </Notice>
      );
  }
}

function Submitted({ latest }: { latest: Verification }) {
  return (
    <dl className="grid gap-2 border-t border-line pt-4 text-14">
      <Row term={texts.document}>{documentNames[latest.documentType]}</Row>
      {latest.documentNumber === null ? null : <Row term={texts.number}>{latest.documentNumber}</Row>}
      <Row term={texts.images}>{latest.backImageUrl === null ? texts.front : texts.bothSides}</Row>
      <Row term={texts.sent}>{formatDayAndTime(latest.createdAt)}</Row>
      {latest.reviewedAt === null ? null : <Row term={texts.reviewed}>{formatDayAndTime(latest.reviewedAt)}</Row>}
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
