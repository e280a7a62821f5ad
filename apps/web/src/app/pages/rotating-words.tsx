import { useEffect, useState } from "react";
import { rotatingWords } from "../../content/landing.ts";
import { classNames } from "../../lib/class-names.ts";

const EVERY_MS = 3000;

/**
 * Phrases that rotate below the headline. With reduced motion, the first one stays. All phrases share one place, so the
 * layout does not shift, and a screen reader reads them once.
 */
export function RotatingWords({ className }: { className?: string }) {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
    const timer = setInterval(() => {
      if (!calm.matches) setShown((index) => (index + 1) % rotatingWords.length);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className={classNames("grid w-fit", className)}>
      <span className="sr-only">{rotatingWords.join(", ")}</span>
      {rotatingWords.map((words, index) => (
        <span
          key={words}
          aria-hidden="true"
          data-testid={index === shown ? "rotating-words" : undefined}
          className={classNames("rotating-words", index === shown && "rotating-words-shown")}
        >
          {words}
        </span>
      ))}
    </span>
  );
}
