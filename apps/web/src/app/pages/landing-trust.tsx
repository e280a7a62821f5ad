import type { ReactNode } from "react";
import { usePublicSettings } from "../../features/market-data/api.ts";
import { usePublicStatus } from "../../features/status/api.ts";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { Tag } from "../../ui/tag.tsx";
import { TextLink } from "../../ui/text-link.tsx";

/** Four trust items, each marked as available, measured or planned. */
export function TrustRow() {
  const settings = usePublicSettings();
  const isTls = settings.status === "ready" && settings.data.isTls;
  return (
    <ul className="grid overflow-hidden rounded-md border border-line bg-surface sm:grid-cols-2 xl:grid-cols-4">
      <Item icon="lock" title={isTls ? "SSL Encrypted" : "TLS when deployed"}>
        {isTls
          ? "This page was sent over TLS, and your browser uses only TLS with this site."
          : "This site uses plain HTTP at the moment. Once TLS is set up, nothing else is used."}
      </Item>
      <Item icon="key" title="2FA Protected" planned>
        App codes and passkeys are not available yet.
      </Item>
      <Item icon="pulse" title="99.9% Uptime">
        This is our target. <Uptime /> <TextLink href="/status">See the measurements</TextLink>
      </Item>
      <Item icon="chat" title="24/7 Support" planned>
        Bots trade around the clock. We do not promise support hours yet.
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
        {planned ? <Tag look="wait">Planned</Tag> : null}
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
  return (
    <>
      So far <span className="figure font-semibold text-ink">{measured}%</span>.
    </>
  );
}
