import { useEffect, useState } from "react";
import { rotatingWords } from "../../content/landing.ts";
import { classNames } from "../../lib/class-names.ts";

const EVERY_MS = 3000;

/**
 * The words after the headline, one after the other; for who asks for less motion the first stays. All of them keep their
 * place, so that nothing moves around them, and a screen reader is given them once.
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
