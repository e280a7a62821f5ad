import { useEffect } from "react";
import { useTitle } from "../../lib/use-title.ts";
import { ThemeToggle } from "../../ui/theme-toggle.tsx";
import { Wordmark } from "../../ui/wordmark.tsx";
import { ActionSamples } from "./action-samples.tsx";
import { FieldSamples } from "./field-samples.tsx";
import { FigureSamples } from "./figure-samples.tsx";
import { RequestSamples } from "./request-samples.tsx";
import { StateSamples } from "./state-samples.tsx";

const themes = ["light", "dark"] as const;
type GalleryTheme = (typeof themes)[number];

/** Shows every component of ui/ in its states, in both themes. Available in the development server only. */
export default function UiGalleryPage() {
  useTitle("Components");
  const wanted = new URLSearchParams(window.location.search).get("theme");
  const theme = themes.find((name) => name === wanted);
  return theme === undefined ? <BothThemes /> : <Gallery theme={theme} />;
}

/** A theme applies to a whole document, so each theme gets an iframe. */
function BothThemes() {
  return (
    <main id="main" tabIndex={-1} className="grid h-dvh lg:grid-cols-2">
      {themes.map((theme) => (
        <iframe key={theme} title={theme} src={`/dev/ui?theme=${theme}`} className="size-full" />
      ))}
    </main>
  );
}

function Gallery({ theme }: { theme: GalleryTheme }) {
  useEffect(() => {
    document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  return (
    <main id="main" tabIndex={-1} className="mx-auto grid w-full max-w-4xl gap-12 px-4 py-8 sm:px-6">
      <header className="flex items-center justify-between">
        <Wordmark />
        <ThemeToggle />
      </header>
      <ActionSamples />
      <FieldSamples />
      <FigureSamples />
      <RequestSamples />
      <StateSamples />
    </main>
  );
}
