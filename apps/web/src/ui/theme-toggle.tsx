import { Icon } from "./icons.tsx";
import * as texts from "../messages/shared.ts";
import { useSyncExternalStore } from "react";

type Theme = "light" | "dark";

/** The same key as in theme.js, which sets the theme before the first paint. */
const STORAGE_KEY = "wazi-theme";
const paper: Record<Theme, string> = { light: "#fbf9f4", dark: "#0c1512" };
const listeners = new Set<() => void>();

function currentTheme(): Theme {
  return document.documentElement.dataset["theme"] === "dark" ? "dark" : "light";
}

function chooseTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", paper[theme]);
  try {
    localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Storage is not available: the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => "light");
}

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
