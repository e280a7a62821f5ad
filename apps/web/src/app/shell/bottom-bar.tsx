import { Link, useLocation } from "wouter";
import { classNames } from "../../lib/class-names.ts";
import { PlaceIcon, type PlaceIconName } from "../../ui/place-icon.tsx";
import * as texts from "../../messages/shell.ts";

const places: readonly { label: string; href: string; icon: PlaceIconName; also?: readonly string[] }[] = [
  { label: texts.home, href: "/dashboard", icon: "home", also: ["/"] },
  { label: texts.bots, href: "/bots", icon: "pulse", also: ["/compare"] },
  { label: texts.money, href: "/money", icon: "wallet", also: ["/deposit", "/withdrawal", "/statement"] },
  { label: texts.activity, href: "/history", icon: "list", also: ["/notifications"] },
];

/** The four main places, at the bottom of a phone's screen. */
export function BottomBar() {
  const [location] = useLocation();
  return (
    <nav
      aria-label={texts.quick}
      className="bottom-bar fixed inset-x-0 bottom-0 z-10 grid grid-cols-4 border-t border-line bg-surface lg:hidden"
    >
      {places.map(({ label, href, icon, also = [] }) => {
        const isHere = location === href || location.startsWith(`${href}/`) || also.includes(location);
        return (
          <Link
            key={href}
            href={href}
            aria-current={isHere ? "page" : undefined}
            className={classNames(
              "flex min-h-14 flex-col items-center justify-center gap-0.5 text-12 font-semibold",
              isHere ? "text-primary" : "text-muted",
            )}
          >
            <PlaceIcon name={icon} />
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
