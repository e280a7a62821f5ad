import { Notice } from "../../ui/notice.tsx";
import { usePublicSettings } from "./api.ts";
import { describeFeed, describeLosingAccounts } from "./risk-text.ts";

/** Shown wherever a user is about to put money in. */
export function RiskWarning({ className }: { className?: string }) {
  const settings = usePublicSettings();
  return (
    <Notice look="warning" title="Trading can lose money" {...(className === undefined ? {} : { className })}>
      <p>
        You can lose some or all of what you put in. Past results do not predict future ones.
        {settings.status === "ready" ? (
          <>
            {" "}
            {describeFeed(settings.data)} {describeLosingAccounts(settings.data.losingAccountsPct)}
          </>
        ) : null}
      </p>
    </Notice>
  );
}
