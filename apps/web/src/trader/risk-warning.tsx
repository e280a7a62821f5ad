import { Notice } from "../ui/notice.tsx";
import { usePublicSettings } from "./api.ts";
import { describeFeed, describeLosingAccounts } from "./risk-text.ts";
import * as texts from "../messages/market-data.ts";

/** Shown wherever a user is about to put money in. */
export function RiskWarning({ className }: { className?: string }) {
  const settings = usePublicSettings();
  return (
    <Notice look="warning" title={texts.riskTitle} {...(className === undefined ? {} : { className })}>
      <p>
        {texts.riskText({
          part:
            settings.status === "ready" ? (
              <>
                {" "}
                {describeFeed(settings.data)} {describeLosingAccounts(settings.data.losingAccountsPct)}
              </>
            ) : null,
        })}
      </p>
    </Notice>
  );
}
