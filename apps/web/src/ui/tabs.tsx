import * as Radix from "@radix-ui/react-tabs";
import { useDeferredValue, useEffect, useRef, type ReactNode } from "react";
import { scrollToSelected } from "../lib/scroll-to-selected.ts";
import * as texts from "../messages/shared.ts";

export interface Tab<Value extends string> {
  value: Value;
  label: string;
  /** The number of pending items, read out with the label. */
  waiting?: number;
  content: ReactNode;
}

export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  isHeavy = false,
}: {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** The contents are long lists, which follow after the paint in which the chosen tab is shown. */
  isHeavy?: boolean;
}) {
  const settled = useDeferredValue(value);
  const list = useRef<HTMLDivElement>(null);
  // Counts make the tabs wider when they load.
  const areCounted = tabs.some(({ waiting = 0 }) => waiting > 0);
  useEffect(() => scrollToSelected(list.current, "[data-state=active]"), [value, areCounted]);
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <Radix.List
        ref={list}
        aria-label={label}
        className="relative flex overflow-x-auto overflow-y-hidden border-b border-line"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="relative flex min-h-12 shrink-0 -outline-offset-4 items-center gap-1.5 border-b-[3px] border-transparent px-2 font-semibold text-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink sm:px-5"
          >
            {tab.label}
            {tab.waiting === undefined || tab.waiting === 0 ? null : (
              <span className="figure rounded-full bg-accent px-1.5 text-12 sm:px-2 leading-5 text-on-accent">
                {tab.waiting}
                <span className="sr-only"> {texts.waiting}</span>
              </span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-6">
          {isHeavy && settled !== value ? <div className="h-dvh" /> : tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
