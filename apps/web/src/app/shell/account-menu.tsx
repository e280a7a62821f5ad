import { useId, useState, type FocusEvent, type KeyboardEvent } from "react";
import { Link } from "wouter";
import { classNames } from "../../lib/class-names.ts";
import * as texts from "../../messages/shell.ts";

const places = [
  { label: texts.history, href: "/history" },
  { label: texts.statement, href: "/statement" },
  { label: texts.menuCheckBalance, href: "/check-balance" },
  { label: texts.profile, href: "/profile" },
] as const;

/**
 * Links to the less frequent pages. On a phone they are part of the main menu. On a wide screen they open from a button
 * and close on Esc, on a choice or when the focus leaves.
 */
export function AccountMenu({ here, item, onChosen }: { here: string; item: string; onChosen: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isHere = places.some(({ href }) => href === here);

  function closeWhenLeft(event: FocusEvent<HTMLDivElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  }

  function closeOnEscape(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key !== "Escape" || !isOpen) return;
    setOpen(false);
    event.currentTarget.querySelector("button")?.focus();
  }

  return (
    <div onBlur={closeWhenLeft} onKeyDown={closeOnEscape} className="contents lg:relative lg:block">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className={classNames(item, "gap-1.5 max-lg:hidden", isHere && "nav-here !text-ink")}
      >
        {texts.account}
        <svg aria-hidden="true" viewBox="0 0 12 8" className="w-2.5 fill-none stroke-current stroke-2">
          <path d="m1 1.5 5 5 5-5" />
        </svg>
      </button>
      <div
        id={id}
        className={classNames(
          "contents lg:absolute lg:top-full lg:right-0 lg:z-20 lg:mt-1 lg:min-w-44 lg:rounded-md lg:border lg:border-line lg:bg-surface lg:p-1.5 lg:shadow-raised",
          isOpen ? "lg:block lg:drop" : "lg:hidden",
        )}
      >
        {places.map(({ label, href }) => (
          <Link
            key={href}
            href={href}
            aria-current={here === href ? "page" : undefined}
            onClick={() => {
              setOpen(false);
              onChosen();
            }}
            className={classNames(
              item,
              "lg:hover:bg-sunken",
              here === href && "!text-ink max-lg:nav-here lg:font-semibold",
            )}
          >
            {label}
          </Link>
        ))}
      </div>
    </div>
  );
}
