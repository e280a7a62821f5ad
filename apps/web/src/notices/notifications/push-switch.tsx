import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLastingMutation } from "../../lib/lasting-mutation.ts";
import { checkPush, listNotifications } from "@wazi/contracts";
import { failureText } from "../../lib/api-client.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";
import { readPushState, turnPushOff, turnPushOn, type PushState } from "./push-device.ts";
import * as texts from "../../messages/notifications.ts";

const key = [checkPush.path];

/** Push on this device: its state, and the button that changes it. */
export function PushSwitch({ serverKey }: { serverKey: string }) {
  const queryClient = useQueryClient();
  const state = useQuery({ queryKey: key, queryFn: readPushState, staleTime: 0 });
  const change = useLastingMutation({
    mutationFn: (isOn: boolean) => (isOn ? turnPushOff() : turnPushOn(serverKey)),
    onSuccess: (next) => {
      queryClient.setQueryData(key, next);
      void queryClient.invalidateQueries({ queryKey: [listNotifications.path] });
      if (next === "on") toast.good(texts.success, texts.pushDone);
    },
    onError: (error) => toast.bad(texts.error, failureText(error, texts.pushFailed)),
  });
  const now: PushState | undefined = state.data;
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{texts.pushTitle}</h3>
      <p role="status" className="text-14 text-muted">
        {now === undefined ? texts.pushChecking : stateTexts[now]}
      </p>
      {now === "on" || now === "off" ? (
        <Button
          look="secondary"
          className="justify-self-start"
          pending={change.isPending}
          onClick={() => change.mutate(now === "on")}
        >
          {now === "on" ? texts.pushTurnOff : texts.pushTurnOn}
        </Button>
      ) : null}
      <p className="text-14 text-muted">{texts.pushLead}</p>
    </div>
  );
}

const stateTexts: Readonly<Record<PushState, string>> = {
  unsupported: texts.pushStateUnsupported,
  blocked: texts.pushStateBlocked,
  off: texts.pushStateOff,
  on: texts.pushStateOn,
};
