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

const shape =
  "inline-flex min-h-11 items-center justify-center gap-2 rounded-sm px-5 text-center text-16 font-semibold whitespace-nowrap " +
  "transition-[background-color,border-color,color,filter,transform] select-none active:translate-y-px " +
  "disabled:cursor-not-allowed disabled:border disabled:border-line disabled:bg-sunken disabled:text-muted " +
  "disabled:hover:brightness-100 disabled:active:translate-y-0";

export function Button({
  look = "primary",
  pending = false,
  pendingLabel,
  className,
  children,
  ...rest
}: {
  look?: ButtonLook;
  /** While true the button can't be pressed again and says what is being done. */
  pending?: boolean;
  pendingLabel?: string;
  children: ReactNode;
} & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled === true || pending}
      aria-busy={pending || undefined}
      className={classNames(shape, looks[look], className)}
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
    <Link href={href} className={classNames(shape, looks[look], className)}>
      {children}
    </Link>
  );
}
