import { payoutRailLabels, type PayoutOverview, type PayoutRailName } from "@wazi/contracts";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { useMissingRightText } from "../../../office/access/admin-access.ts";
import { announce } from "../../../office/decisions/announce.ts";
import { Age } from "../../../office/display/age.tsx";
import { useDecideReview } from "./api.ts";
import { adviseOnReview } from "./labels.ts";
import * as texts from "../../../messages/admin-payouts.ts";

type Review = PayoutOverview["reviews"][number];

/** Reports of providers that no rule decides, oldest first. */
export function ReviewsList({ reviews }: { reviews: readonly Review[] }) {
  if (reviews.length === 0) return <p className="pb-1 text-14 text-muted">{texts.reviewsEmpty}</p>;
  return (
    <ul className="divide-y divide-line">
      {reviews.map((review) => (
        <ReviewRow key={review.id} review={review} />
      ))}
    </ul>
  );
}

function ReviewRow({ review }: { review: Review }) {
  const [decision, setDecision] = useState("");
  const decide = useDecideReview();
  const missing = useMissingRightText("money");
  const label = payoutRailLabels[review.rail as PayoutRailName] as string | undefined;
  const submit = (): void =>
    decide.mutate(
      { params: { review: review.id }, body: { decision } },
      announce(texts.reviewCloseDone, texts.reviewCloseFailed),
    );
  return (
    <li className="grid gap-2 py-3 text-14">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="flex flex-wrap gap-x-3">
          <span className="font-semibold">{label ?? review.rail}</span>
          {review.withdrawalId === null ? null : (
            <TextLink href={`/admin?tab=withdrawals&search=${review.withdrawalId}`}>{texts.openWithdrawal}</TextLink>
          )}
        </span>
        <Age at={review.foundAt} />
      </p>
      <p className="break-words">{review.summary}</p>
      <p className="text-muted">{adviseOnReview(review)}</p>
      {missing === undefined ? (
        <form
          noValidate
          className="flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <TextField
            label={texts.reviewNoteLabel}
            className="min-w-0 grow"
            autoComplete="off"
            maxLength={500}
            value={decision}
            onChange={(event) => setDecision(event.target.value)}
          />
          <Button type="submit" look="secondary" pending={decide.isPending} pendingLabel={texts.closing}>
            {texts.closeEntry}
          </Button>
        </form>
      ) : (
        <p className="text-muted">{missing}</p>
      )}
    </li>
  );
}
