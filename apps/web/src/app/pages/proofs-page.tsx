import type { ReactNode } from "react";
import { LogRelease, LogRenewals } from "../../proofs/log/log-renewals.tsx";
import { Reserves } from "../../proofs/log/reserves.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Article, ArticlePart } from "../shell/article.tsx";
import * as texts from "../../messages/proofs.ts";

/** Explains each proof: its meaning, its limits, and how anybody checks it. docs/explanation/proofs.md has the details. */
export default function ProofsPage() {
  return (
    <Article title={texts.proofs} lead={texts.pageLead}>
      <ArticlePart title={texts.logTitle}>
        <p>{texts.logContents}</p>
        <p className="text-14 text-muted">{texts.logPersonalData}</p>
        <LogRenewals />
        <p className="flex flex-wrap gap-x-6 gap-y-2 text-14">
          <a className="font-semibold text-primary underline" href="/log/checkpoint">
            {texts.logCheckpoint}
          </a>
          <a className="font-semibold text-primary underline" href="/log/key">
            {texts.logPublicKey}
          </a>
        </p>
        <Limits>{texts.logLimits}</Limits>
      </ArticlePart>
      <ArticlePart title={texts.liabilitiesTitle}>
        <p>{texts.liabilitiesText({ link: (text) => <TextLink href="/check-balance">{text}</TextLink> })}</p>
        <Limits>{texts.liabilitiesLimits({ link: (text) => <TextLink href="/status">{text}</TextLink> })}</Limits>
      </ArticlePart>
      <ArticlePart title={texts.reservesTitle}>
        <p>{texts.reservesText}</p>
        <Reserves />
        <Limits>{texts.reservesLimits}</Limits>
      </ArticlePart>
      <ArticlePart title={texts.recordTitle}>
        <p>{texts.recordFile}</p>
        <Limits>{texts.recordLimits}</Limits>
      </ArticlePart>
      <ArticlePart title={texts.releaseTitle}>
        <p>{texts.releaseText}</p>
        <LogRelease />
        <Limits>{texts.releaseLimits}</Limits>
      </ArticlePart>
      <ArticlePart title={texts.witnesses}>
        <p>{texts.witnessText}</p>
        <Limits>{texts.witnessLimits}</Limits>
      </ArticlePart>
      <ArticlePart title={texts.theChecker}>
        <p>{texts.checkerText}</p>
        <p>{texts.checkerStatement({ link: (text) => <TextLink href="/statement">{text}</TextLink> })}</p>
      </ArticlePart>
    </Article>
  );
}

/** The limits of a proof. */
function Limits({ children }: { children: ReactNode }) {
  return (
    <p className="text-14 text-muted">
      <strong className="text-ink">{texts.limitsLead}</strong> {children}
    </p>
  );
}
