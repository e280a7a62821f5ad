import { Notice } from "../ui/notice.tsx";
import { usePublicSettings } from "../lib/public-settings.ts";
import * as texts from "../messages/market-data.ts";
import { type Mode, runsFaster } from "./risk-ribbon.tsx";

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

/** Describes the price feed and the broker in one sentence. */
export function describeFeed(mode: Mode): string {
  const { feed, broker, simulatedSpeed } = mode;
  return runsFaster(mode)
    ? texts.riskPricesFaster({ speed: simulatedSpeed, broker })
    : texts.riskPrices({ feed, broker });
}

/** The share of losing accounts, from our own records, once there are enough accounts. */
export function describeLosingAccounts(losingAccountsPct: number | null): string {
  return losingAccountsPct === null ? texts.losingAccountsUnknown : texts.losingAccountsShare({ losingAccountsPct });
}
