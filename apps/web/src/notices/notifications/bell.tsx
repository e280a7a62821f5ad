import { Link } from "wouter";
import { PlaceIcon } from "../../ui/place-icon.tsx";
import { useNotifications } from "./api.ts";
import * as texts from "../../messages/notifications.ts";

const MOST = 9;

/** The link to the notifications, with the number of unread ones. */
export default function Bell() {
  const unread = useNotifications().data?.unread ?? 0;
  return (
    <Link
      href="/notifications"
      aria-label={unread === 0 ? texts.notifications : texts.bellUnread({ unread })}
      className="relative flex size-11 items-center justify-center rounded-sm hover:bg-sunken"
    >
      <PlaceIcon name="bell" />
      {unread === 0 ? null : (
        <span
          aria-hidden="true"
          data-testid="unread"
          className="absolute top-1 right-0.5 flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-loss px-1 text-12 leading-none font-semibold text-on-loss"
        >
          {unread > MOST ? `${MOST}+` : unread}
        </span>
      )}
    </Link>
  );
}
