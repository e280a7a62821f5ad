import type { ReactNode } from "react";
import { LogRelease, LogRenewals } from "../../proofs/log/log-renewals.tsx";
import { Reserves } from "../../proofs/log/reserves.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Article, ArticlePart } from "../shell/article.tsx";
import * as texts from "../../messages/proofs.ts";

/** Explains each proof: its meaning, its limits, and how anybody checks it. docs/explanation/proofs.md has the details. */
export default function ProofsPage() {
  return (
    <Article title={texts.proofs} lead={texts.youDoNotHaveTo}>
      <ArticlePart title={texts.aLogThatOnlyGrows}>
        <p>{texts.everyClosedTradeEveryOpening}</p>
        <p className="text-14 text-muted">{texts.theLogHasNoPersonal}</p>
        <LogRenewals />
        <p className="flex flex-wrap gap-x-6 gap-y-2 text-14">
          <a className="font-semibold text-primary underline" href="/log/checkpoint">
            {texts.theSignedCheckpoint}
          </a>
          <a className="font-semibold text-primary underline" href="/log/key">
            {texts.thePublicKey}
          </a>
        </p>
        <Limits>{texts.itShowsThatNothingChanged}</Limits>
      </ArticlePart>
      <ArticlePart title={texts.yourBalanceInTheTotal}>
        <p>{texts.onceDayWePublishTotal({ link: (text) => <TextLink href="/check-balance">{text}</TextLink> })}</p>
        <Limits>{texts.itDoesNotShowThat({ link: (text) => <TextLink href="/status">{text}</TextLink> })}</Limits>
      </ArticlePart>
      <ArticlePart title={texts.whatIsHeldBesideIt}>
        <p>{texts.onceDayWeAlsoPublish}</p>
        <Reserves />
        <Limits>{texts.aSignatureShowsWhoHas}</Limits>
      </ArticlePart>
      <ArticlePart title={texts.aBotsWholeRecord}>
        <p>{texts.eachBotsPageHasFile}</p>
        <Limits>{texts.pricesComeFromFeedThat}</Limits>
      </ArticlePart>
      <ArticlePart title={texts.theReleaseThatRuns}>
        <p>{texts.whenAnotherReleaseIsStarted}</p>
        <LogRelease />
        <Limits>{texts.itShowsWhichReleaseWe}</Limits>
      </ArticlePart>
      <ArticlePart title={texts.witnesses}>
        <p>{texts.aWitnessProgramThatSomebody}</p>
        <Limits>{texts.aWitnessThatWorksTogether}</Limits>
      </ArticlePart>
      <ArticlePart title={texts.theChecker}>
        <p>{texts.theCheckerSmallProgramApart}</p>
        <p>{texts.itAlsoChecksPdfStatement({ link: (text) => <TextLink href="/statement">{text}</TextLink> })}</p>
      </ArticlePart>
    </Article>
  );
}

/** The limits of a proof. */
function Limits({ children }: { children: ReactNode }) {
  return (
    <p className="text-14 text-muted">
      <strong className="text-ink">{texts.whatItDoesNotProve}</strong> {children}
    </p>
  );
}
