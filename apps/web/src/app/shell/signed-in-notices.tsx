import { QueryClientProvider } from "@tanstack/react-query";
import { useCurrentUser } from "../../features/accounts/session.ts";
import CreditedNotice from "../../features/notifications/credited-notice.tsx";
import { toCents } from "../../lib/cents.ts";
import { queryClient } from "../../lib/query-client.ts";

/** What signed-in users must see on public pages too. It has its own chunk, so visitors do not download it. */
export default function SignedInNotices() {
  return (
    <QueryClientProvider client={queryClient}>
      <Notices />
    </QueryClientProvider>
  );
}

function Notices() {
  const { data: user } = useCurrentUser();
  if (user === undefined || user === null) return null;
  return (
    <div className="mx-auto w-full max-w-6xl px-4 sm:px-6 [&>*]:mt-6 [&>*]:mb-0">
      <CreditedNotice hasBots={toCents(user.account.totalInvested) > 0n} />
    </div>
  );
}
