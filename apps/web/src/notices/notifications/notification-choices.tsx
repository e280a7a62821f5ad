import {
  checkPush,
  listNotifications,
  type NotificationChannel,
  type NotificationKind,
  notificationKinds,
  type Notifications,
} from "@wazi/contracts";
import { failureText } from "../../lib/api-client.ts";
import { QueryState } from "../../ui/query-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useMuteNotifications, useNotifications } from "./api.ts";
import { kindNames } from "./notification-text.ts";
import * as texts from "../../messages/notifications.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLastingMutation } from "../../lib/call-mutation.ts";
import { Button } from "../../ui/button.tsx";
import { type PushState, readPushState, turnPushOff, turnPushOn } from "./push-device.ts";

const key = [checkPush.path];

/** Push on this device: its state, and the button that changes it. */
function PushSwitch({ serverKey }: { serverKey: string }) {
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

const channelNames: Readonly<Record<NotificationChannel, string>> = {
  app: texts.app,
  mail: texts.mail,
  push: texts.push,
};

/** The kinds that are off in each channel. */
const readMuted = ({ muted, mailMuted, pushMuted }: Notifications) => ({
  app: muted,
  mail: mailMuted,
  push: pushMuted,
});

/** Which kinds of notifications the user gets, and how. */
export default function NotificationChoices() {
  const notifications = useNotifications();
  return (
    <QueryState query={notifications} failedTitle={texts.choicesFailedTitle} loading={<SkeletonRows rows={6} />}>
      {(data) => (
        <div className="grid gap-4">
          <ChoiceTable data={data} />
          <p className="text-14 text-muted">{texts.choicesAlwaysSent}</p>
          {data.pushKey === null ? null : <PushSwitch serverKey={data.pushKey} />}
        </div>
      )}
    </QueryState>
  );
}

function ChoiceTable({ data }: { data: Notifications }) {
  const mute = useMuteNotifications();
  const muted = readMuted(data);
  const channels: readonly NotificationChannel[] = data.pushKey === null ? ["app", "mail"] : ["app", "mail", "push"];
  const choose = (channel: NotificationChannel, kind: NotificationKind, isWanted: boolean) =>
    mute.mutate(
      { channel, muted: isWanted ? muted[channel].filter((each) => each !== kind) : [...muted[channel], kind] },
      { onError: (error) => toast.bad(texts.error, failureText(error, texts.choicesFailed)) },
    );
  return (
    <table className="w-full">
      <caption className="sr-only">{texts.choicesCaption}</caption>
      <thead>
        <tr className="border-b border-line text-14 text-muted">
          <th scope="col" className="pb-2 text-left font-semibold">
            {texts.kind}
          </th>
          {channels.map((channel) => (
            <th key={channel} scope="col" className="w-12 pb-2 text-center font-semibold sm:w-16">
              {channelNames[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {notificationKinds.map((kind) => (
          <tr key={kind}>
            <th scope="row" className="py-2 pr-2 text-left font-normal">
              <span className="block font-medium">{kindNames[kind].name}</span>
              <span className="block text-14 text-muted">{kindNames[kind].text}</span>
            </th>
            {channels.map((channel) => (
              <td key={channel} className="text-center">
                <label className="inline-flex size-11 items-center justify-center">
                  <input
                    type="checkbox"
                    aria-label={texts.choiceLabel({ kind: kindNames[kind].name, channel })}
                    className="size-5 accent-primary"
                    checked={!muted[channel].includes(kind)}
                    disabled={mute.isPending}
                    onChange={({ target }) => choose(channel, kind, target.checked)}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
