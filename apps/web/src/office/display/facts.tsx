import type { ReactNode } from "react";
import { CopyButton } from "../../ui/copy-button.tsx";

/** A ruled list of facts. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line border-y border-line text-14">{children}</dl>;
}

/** The text that a button copies, and the name of the button. */
interface Copied {
  text: string | null;
  label: string;
}

/** A row, with a button to copy a text if there is one. */
export function Fact({ term, copy, children }: { term: string; copy?: Copied; children: ReactNode }) {
  const hasCopy = copy !== undefined && copy.text !== null && copy.text !== "";
  return (
    <div className="flex min-h-10 items-center gap-3 py-1">
      <dt className="w-24 shrink-0 text-muted sm:w-36">{term}</dt>
      <dd className="min-w-0 flex-1 wrap-anywhere">{children}</dd>
      {hasCopy ? (
        <dd>
          <CopyButton small text={copy.text ?? ""} label={copy.label} />
        </dd>
      ) : null}
    </div>
  );
}

const GROUP_SIZE = 4;

/** An address or account number in groups of four, to compare by eye. Selecting or copying it gives no spaces. */
export function GroupedText({ text }: { text: string }) {
  const groups = text.match(new RegExp(`.{1,${GROUP_SIZE}}`, "gu")) ?? [];
  return (
    <code className="font-mono">
      {groups.map((group, index) => (
        <span key={index} className="mr-[0.6ch] inline-block last:mr-0">
          {group}
        </span>
      ))}
    </code>
  );
}
