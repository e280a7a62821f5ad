import type { Notification } from "@wazi/contracts";
import { useEffect } from "react";
import { Link } from "wouter";
import { classNames } from "../../lib/class-names.ts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useNotifications, useReadNotifications } from "./api.ts";
import { describeNotification } from "./notification-text.ts";
import * as texts from "../../messages/notifications.ts";

/** Long enough to see what is new before it counts as read. */
const READ_AFTER_MS = 2_000;

/** All notifications, newest first. Seeing them marks them as read. */
export function NotificationList() {
  const notifications = useNotifications();
  const newest = notifications.data?.items[0];
  const { mutate: read } = useReadNotifications();
  const unreadAt = newest?.isRead === false ? newest.at : undefined;
  useEffect(() => {
    if (unreadAt === undefined) return undefined;
    const timer = setTimeout(() => read(unreadAt), READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [unreadAt, read]);
  return (
    <QueryState query={notifications} failedTitle={texts.notificationsFailedTitle} loading={<SkeletonRows rows={5} />}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState>{texts.listEmpty}</EmptyState>
        ) : (
          <ol className="-my-3 divide-y divide-line">
            {items.map((item) => (
              <Row key={item.id} item={item} />
            ))}
          </ol>
        )
      }
    </QueryState>
  );
}

function Row({ item }: { item: Notification }) {
  const { title, text, href } = describeNotification(item);
  return (
    <li data-testid="notification">
      <Link href={href} className="-mx-2 grid gap-0.5 rounded-sm px-2 py-3 hover:bg-sunken">
        <span className="flex items-baseline justify-between gap-4">
          <span className={classNames("font-semibold", !item.isRead && "text-primary")}>
            {title}
            {item.isRead ? null : <span className="sr-only"> {texts.newLabel}</span>}
          </span>
          <time dateTime={item.at} className="shrink-0 text-12 text-muted">
            {formatDayAndTime(item.at)}
          </time>
        </span>
        <span className="text-14 break-words text-muted">{text}</span>
      </Link>
    </li>
  );
}
