import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "./button.tsx";
import * as texts from "../messages/shared.ts";

/** The effect of a request, before it is sent. Takes the focus, so that it is read out. */
export function ReviewStep({
  title,
  rows,
  children,
  onBack,
  isSending,
}: {
  title: string;
  rows: readonly (readonly [string, ReactNode])[];
  /** The next steps, and the button that sends the request. */
  children: ReactNode;
  onBack: () => void;
  isSending: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-5" data-testid="review">
      <h3 ref={heading} tabIndex={-1} className="text-18 outline-none">
        {title}
      </h3>
      <dl className="grid gap-3 rounded-sm bg-sunken p-4">
        {rows.map(([term, value]) => (
          <div key={term} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-14 leading-6 text-muted">{term}</dt>
            <dd className="min-w-0 font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {children}
      <Button look="quiet" disabled={isSending} onClick={onBack}>
        {texts.changeIt}
      </Button>
    </div>
  );
}
