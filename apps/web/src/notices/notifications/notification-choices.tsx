import {
  notificationKinds,
  type NotificationChannel,
  type NotificationKind,
  type Notifications,
} from "@wazi/contracts";
import { failureText } from "../../lib/api-client.ts";
import { QueryState } from "../../ui/query-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useMuteNotifications, useNotifications } from "./api.ts";
import { kindNames } from "./notification-text.ts";
import { PushSwitch } from "./push-switch.tsx";
import * as texts from "../../messages/notifications.ts";

const channelNames: Readonly<Record<NotificationChannel, { heading: string; label: string }>> = {
  app: { heading: texts.app, label: texts.channelApp },
  mail: { heading: texts.mail, label: texts.byMail },
  push: { heading: texts.push, label: texts.byPush },
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
    <QueryState query={notifications} what={texts.yourChoices} loading={<SkeletonRows rows={6} />}>
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
              {channelNames[channel].heading}
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
                    aria-label={`${kindNames[kind].name} ${channelNames[channel].label}`}
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
