import type { Suitability } from "@wazi/contracts";
import { useState } from "react";
import { failureText } from "../../../lib/api-client.ts";
import { formatDay, formatDayAndTime } from "../../../lib/format-date.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Money } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { useSetSuitabilityLimit, useSuitability } from "./api.ts";
import { SuitabilityForm } from "./suitability-form.tsx";
import * as texts from "../../../messages/suitability.ts";

/** The investor's answers, the limit that follows from them, and a lower limit of their own. */
export default function LimitSection() {
  const query = useSuitability();
  const [isAsking, setAsking] = useState(false);
  return (
    <QueryState query={query} failedTitle={texts.limitFailedTitle} loading={<SkeletonRows rows={2} />}>
      {(data) => (
        <div className="grid gap-5" data-testid="limit-section">
          <p className="text-14 text-muted">{texts.answersLead}</p>
          {isAsking ? (
            <SuitabilityForm onAnswered={() => setAsking(false)} />
          ) : (
            <>
              <Limit data={data} />
              {data.answers === null ? null : <OwnLimit data={data} />}
              <Button look="secondary" className="justify-self-start" onClick={() => setAsking(true)}>
                {data.answers === null ? texts.answersOpen : texts.answerAgain}
              </Button>
            </>
          )}
        </div>
      )}
    </QueryState>
  );
}

function Limit({ data: { limit, invested, pending, answers, answeredAt, isDue } }: { data: Suitability }) {
  return (
    <>
      <dl className="grid gap-2">
        <div className="flex justify-between gap-4">
          <dt>{texts.limitTerm}</dt>
          <dd className="font-semibold" data-testid="limit">
            {limit === null ? texts.noLimit : <Money value={limit} />}
          </dd>
        </div>
        <div className="flex justify-between gap-4 text-14 text-muted">
          <dt>{texts.limitOwnMoney}</dt>
          <dd>
            <Money value={invested} />
          </dd>
        </div>
      </dl>
      {pending === null ? null : (
        <Notice>
          {texts.limitFrom({
            from: formatDayAndTime(pending.from),
            part: pending.limit === null ? texts.removed : <Money value={pending.limit} />,
          })}
        </Notice>
      )}
      {answeredAt === null ? null : (
        <p className="text-14 text-muted">
          {texts.limitAnsweredOn({
            answeredAt: formatDay(answeredAt),
            state: isDue && answers !== null ? "yes" : "other",
          })}
        </p>
      )}
    </>
  );
}

function OwnLimit({ data: { ceiling } }: { data: Suitability }) {
  const [typed, setTyped] = useState("");
  const save = useSetSuitabilityLimit();
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(typed.trim(), { onSuccess: () => setTyped("") });
      }}
    >
      <TextField
        label={texts.ownLimitLabel}
        hint={
          <>
            {texts.ownLimitHint({
              part: ceiling === null ? texts.anyAmount : <>{texts.atMost({ part: <Money value={ceiling} /> })}</>,
            })}
          </>
        }
        error={save.isError ? failureText(save.error, texts.ownLimitFailed) : undefined}
        inputMode="decimal"
        autoComplete="off"
        className="w-full sm:w-80"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" look="secondary" disabled={typed.trim() === ""} pending={save.isPending}>
        {texts.setLimit}
      </Button>
    </form>
  );
}
