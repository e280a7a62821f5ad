import { usePublicSettings } from "../../lib/public-settings.ts";
import * as texts from "../../messages/shell.ts";

const kinds = {
  support: { label: texts.contactSupport, setting: "supportUrl" },
  whatsapp: { label: texts.whatsApp, setting: "whatsappUrl" },
} as const;

/** A support link in a new tab, if this installation has one. */
export function SupportLink({ kind, className }: { kind: keyof typeof kinds; className: string }) {
  const settings = usePublicSettings();
  const { label, setting } = kinds[kind];
  const href = settings.status === "ready" ? settings.data[setting] : null;
  if (href === null) return null;
  return (
    <a href={href} target="_blank" rel="noreferrer" className={className}>
      {label}
    </a>
  );
}
