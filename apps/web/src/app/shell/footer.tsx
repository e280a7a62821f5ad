import { usePublicSettings } from "../../features/market-data/public-settings.ts";
import { ThemeToggle } from "../../ui/theme-toggle.tsx";

export function Footer() {
  const settings = usePublicSettings();
  const links =
    settings.status === "ready"
      ? ([
          ["Contact Support", settings.data.supportUrl],
          ["WhatsApp", settings.data.whatsappUrl],
        ] as const)
      : [];
  return (
    <footer className="mt-auto border-t border-line">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 py-4 text-14 text-muted sm:px-6">
        <p className="max-w-[60ch]">Trading can lose money. Past results do not predict future ones.</p>
        <div className="flex items-center gap-4">
          {links.map(([label, href]) =>
            href === null ? null : (
              <a
                key={label}
                href={href}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-ink"
              >
                {label}
              </a>
            ),
          )}
          <ThemeToggle />
        </div>
      </div>
    </footer>
  );
}
