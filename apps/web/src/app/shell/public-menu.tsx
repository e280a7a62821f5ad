import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { classNames } from "../../lib/class-names.ts";
import { Icon } from "../../ui/icons.tsx";
import * as texts from "../../messages/shell.ts";

/** The sections of the landing page that the navigation bar links to. */
const siteAnchors = [
  { id: "features", label: texts.features },
  { id: "markets", label: texts.markets },
  { id: "performance", label: texts.performance },
  { id: "pricing", label: texts.pricing },
] as const;

/** Links to the sections of the landing page, from any public page. */
export function SectionLinks({ className, onChosen }: { className: string; onChosen?: () => void }) {
  const [location] = useLocation();
  const page = location === "/" || location === "/landing" ? "" : "/landing";
  return siteAnchors.map(({ id, label }) => (
    <a
      key={id}
      href={`${page}#${id}`}
      onClick={onChosen}
      className={classNames(
        "flex min-h-11 items-center rounded-sm font-medium text-muted hover:bg-sunken hover:text-ink",
        className,
      )}
    >
      {label}
    </a>
  ));
}

/** The menu on narrow screens: the sections of the landing page, then the links that do not fit into the bar. */
export function PublicMenu({ className, children }: { className?: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  useEscape(isOpen, () => {
    setOpen(false);
    toggle.current?.focus();
  });
  return (
    <div className={className}>
      <button
        ref={toggle}
        type="button"
        aria-label={texts.menu}
        aria-expanded={isOpen}
        aria-controls="public-menu"
        onClick={() => setOpen(!isOpen)}
        className="-mr-2 flex size-11 items-center justify-center rounded-sm hover:bg-sunken"
      >
        <Icon name={isOpen ? "close" : "menu"} className="size-6" />
      </button>
      <nav
        id="public-menu"
        aria-label={texts.menu}
        hidden={!isOpen}
        className="drop absolute inset-x-0 top-full border-b border-line bg-paper shadow-raised"
      >
        <div className="mx-auto grid max-w-6xl grid-cols-2 gap-x-3 gap-y-1 px-4 py-4 sm:px-6">
          <SectionLinks
            className="border-b border-line px-2 text-18"
            onChosen={() => {
              setOpen(false);
            }}
          />
          {children}
        </div>
      </nav>
    </div>
  );
}

/** Calls `close` when Escape is pressed anywhere, while `isOn`. */
function useEscape(isOn: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") latest.current();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOn]);
}
