import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Link } from "wouter";
import { classNames } from "../lib/class-names.ts";

export type ButtonLook = "primary" | "secondary" | "quiet" | "danger" | "on-panel";

const looks: Record<ButtonLook, string> = {
  primary: "bg-primary text-on-primary hover:bg-primary-strong",
  secondary: "border border-outline bg-surface text-ink hover:border-primary hover:text-primary",
  quiet: "text-ink hover:bg-sunken",
  danger: "bg-loss text-on-loss hover:brightness-110",
  "on-panel": "bg-accent text-on-accent hover:brightness-105",
};

const SHAPE =
  "inline-flex min-h-11 items-center justify-center gap-2 rounded-sm px-5 text-center text-16 font-semibold whitespace-nowrap " +
  "transition-[background-color,border-color,color,filter,transform] select-none";

const lookOf = (look: ButtonLook): string => `${looks[look]} active:translate-y-px`;
/** Replaces the normal look when the button is disabled. */
const OFF_LOOK = "cursor-not-allowed border border-line bg-sunken text-muted";

export function Button({
  look = "primary",
  pending = false,
  pendingLabel,
  className,
  children,
  ...rest
}: {
  look?: ButtonLook;
  /** While true, the button cannot be pressed and shows `pendingLabel`. */
  pending?: boolean;
  pendingLabel?: string;
  children: ReactNode;
} & ButtonHTMLAttributes<HTMLButtonElement>) {
  const isOff = pending || rest["aria-disabled"] === true;
  return (
    <button
      type="button"
      {...rest}
      // `disabled` would lose the focus. Enter in a field also presses the form's button.
      aria-disabled={isOff || undefined}
      aria-busy={pending || undefined}
      onClick={isOff ? (event) => event.preventDefault() : rest.onClick}
      className={classNames(SHAPE, isOff || rest.disabled === true ? OFF_LOOK : lookOf(look), className)}
    >
      {pending ? (pendingLabel ?? children) : children}
    </button>
  );
}

export function LinkButton({
  href,
  look = "primary",
  className,
  children,
}: {
  href: string;
  look?: ButtonLook;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Link href={href} className={classNames(SHAPE, lookOf(look), className)}>
      {children}
    </Link>
  );
}
