import { formatAmount, messages, type Withdrawal } from "@wazi/contracts";
import { useEffect, useRef } from "react";
import { Icon } from "../../ui/icons.tsx";
import { OPEN_WITHDRAWAL_ID } from "./api.ts";
import * as texts from "../../messages/withdrawals.ts";

/** In place of the form while a withdrawal is open: why there is no form, and the way to that withdrawal. */
export function OpenWithdrawal({ withdrawal, takesFocus }: { withdrawal: Withdrawal; takesFocus: boolean }) {
  const start = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) start.current?.focus();
  }, [takesFocus]);
  return (
    <div role="status" className="grid justify-items-start gap-2">
      <h3 ref={start} tabIndex={-1} className="flex items-center gap-2 text-18 outline-none">
        <Icon name="lock" className="size-5 text-muted" />
        {texts.openTitle({ amount: formatAmount(withdrawal.amount) })}
      </h3>
      <p className="text-14 text-muted">{messages.pendingWithdrawal}.</p>
      <a
        href={`#${OPEN_WITHDRAWAL_ID}`}
        className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
        onClick={(event) => {
          event.preventDefault();
          const place = document.getElementById(OPEN_WITHDRAWAL_ID);
          place?.scrollIntoView({ block: "start" });
          place?.focus({ preventScroll: true });
        }}
      >
        {withdrawal.status === "pending" ? texts.openSeeOrCancel : texts.openSeeProgress}
      </a>
    </div>
  );
}
