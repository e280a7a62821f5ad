import { NotificationList } from "../../notices/notifications/notification-list.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import * as texts from "../../messages/notifications.ts";

/** The events on the investor's money and account. */
export default function NotificationsPage() {
  return (
    <>
      <PageHeading title={texts.notifications}>{texts.pageLead}</PageHeading>
      <Sheet title={texts.newestFirst} aside={<TextLink href="/profile#notifications">{texts.pageChoices}</TextLink>}>
        <NotificationList />
      </Sheet>
    </>
  );
}
