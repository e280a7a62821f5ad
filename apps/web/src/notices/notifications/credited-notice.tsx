import { formatAmount } from "@wazi/contracts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useNotifications, useReadNotifications } from "./api.ts";
import * as texts from "../../messages/notifications.ts";

/** Announces a credited deposit on every page, until it is dismissed or the notifications are read. */
export default function CreditedNotice({ hasBots }: { hasBots: boolean }) {
  const credited = useNotifications().data?.items.find(({ event, isRead }) => event === "deposit-credited" && !isRead);
  const read = useReadNotifications();
  if (credited === undefined) return null;
  const dismiss = () => read.mutate(credited.at);
  return (
    <Notice look="good" role="status" title={texts.creditedTitle} className="mb-6">
      <p>{texts.creditedText({ amount: formatAmount(credited.amount ?? "0.00") })}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        {hasBots ? null : <LinkButton href="/bots">{texts.creditedChooseBot}</LinkButton>}
        <Button look="secondary" pending={read.isPending} onClick={dismiss}>
          {texts.dismiss}
        </Button>
      </div>
    </Notice>
  );
}
