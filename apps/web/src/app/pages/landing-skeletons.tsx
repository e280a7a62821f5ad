import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import * as texts from "../../messages/landing.ts";

/** Placeholders with the size of the final content, so that the layout does not shift. */
export function LandingPanelSkeleton() {
  return <Skeleton className="h-84" />;
}

export function LandingPerformanceSkeleton() {
  return <Skeleton className="h-220 lg:h-130" />;
}

/** A part of the page that failed to load, with a button that loads it again. */
export function LandingPartFailed({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <Notice look="danger" role="alert" title={title}>
      <p>{texts.partFailed}</p>
      <Button look="secondary" className="mt-3" onClick={onRetry}>
        {texts.tryAgain}
      </Button>
    </Notice>
  );
}

export function PortfoliosSkeleton() {
  return <Skeleton className="h-260 lg:h-90" />;
}

export function VoicesSkeleton() {
  return <Skeleton className="h-200 xl:h-80" />;
}
