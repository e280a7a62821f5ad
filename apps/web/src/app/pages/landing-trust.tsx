import type { ReactNode } from "react";
import { usePublicSettings } from "../../trader/api.ts";
import { usePublicStatus } from "../../office/status/api.ts";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { Tag } from "../../ui/tag.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import * as texts from "../../messages/landing.ts";

/** Four trust items, each marked as available, measured or planned. */
export function TrustRow() {
  const settings = usePublicSettings();
  const isTls = settings.status === "ready" && settings.data.isTls;
  return (
    <ul className="grid overflow-hidden rounded-md border border-line bg-surface sm:grid-cols-2 xl:grid-cols-4">
      <Item icon="lock" title={isTls ? texts.sslEncrypted : texts.trustTlsPlannedTitle}>
        {isTls ? texts.trustTlsOn : texts.trustTlsOff}
      </Item>
      <Item icon="key" title={texts.trustFactorsTitle}>
        {texts.trustFactors}
      </Item>
      <Item icon="pulse" title={texts.trustUptimeTitle}>
        {texts.trustUptimeText({
          uptime: <Uptime />,
          link: (text) => <TextLink href="/status">{text}</TextLink>,
        })}
      </Item>
      <Item icon="chat" title={texts.trustSupportTitle} planned>
        {texts.trustSupportText}
      </Item>
    </ul>
  );
}

function Item({
  icon,
  title,
  planned = false,
  children,
}: {
  icon: IconName;
  title: string;
  planned?: boolean;
  children: ReactNode;
}) {
  return (
    <li className="-mt-px -ml-px border-t border-l border-line p-5 sm:p-6" data-testid="trust">
      <div className="flex min-h-7 items-center justify-between gap-3">
        <Icon name={icon} className="size-6 text-primary" />
        {planned ? <Tag look="wait">{texts.planned}</Tag> : null}
      </div>
      <h3 className="mt-4 text-18">{title}</h3>
      <p className="mt-1 text-14 text-muted">{children}</p>
    </li>
  );
}

function Uptime() {
  const status = usePublicStatus();
  const measured = status.status === "ready" ? status.data.uptime.sinceStartPct : null;
  if (measured === null) return null;
  return <>{texts.soFar({ measured: <span className="figure font-semibold text-ink">{measured}%</span> })}</>;
}
