import { Icon } from "./icons.tsx";
import { chooseTheme, useTheme } from "../lib/theme.ts";
import * as texts from "../messages/shared.ts";

export function ThemeToggle() {
  const other = useTheme() === "dark" ? "light" : "dark";
  return (
    <button
      type="button"
      aria-label={texts.themeSwitch({ other })}
      onClick={() => chooseTheme(other)}
      className="flex size-11 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-sunken hover:text-ink"
    >
      <Icon name={other === "dark" ? "moon" : "sun"} />
    </button>
  );
}
