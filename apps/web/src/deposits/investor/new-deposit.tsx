import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { usePaybill } from "./api.ts";
import { DepositForm } from "./deposit-form.tsx";
import { MpesaForm } from "./mpesa-form.tsx";
import * as texts from "../../messages/deposits.ts";

/** A deposit in coins or, where it is offered, by M-Pesa. */
export function NewDeposit({
  userId,
  ...rest
}: {
  userId: string;
  /** How long deposits took. */
  timing: string;
  onCreated: () => void;
}) {
  const paybill = usePaybill();
  const [isMpesa, setMpesa] = useState(false);
  const coins = <DepositForm draft={`deposit ${userId}`} {...rest} />;
  if (paybill === null) return coins;
  return (
    <div className="grid gap-5">
      <div role="group" aria-label={texts.methodLabel} className="grid grid-cols-2 gap-3">
        <Button look={isMpesa ? "secondary" : "primary"} aria-pressed={!isMpesa} onClick={() => setMpesa(false)}>
          {texts.cryptocurrency}
        </Button>
        <Button look={isMpesa ? "primary" : "secondary"} aria-pressed={isMpesa} onClick={() => setMpesa(true)}>
          {texts.mPesa}
        </Button>
      </div>
      {isMpesa ? <MpesaForm draft={`mpesa-deposit ${userId}`} {...rest} /> : coins}
    </div>
  );
}
