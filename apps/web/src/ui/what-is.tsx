import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Dialog } from "./dialog.tsx";
import { Skeleton } from "./skeleton.tsx";
import { TextLink } from "./text-link.tsx";
import * as texts from "../messages/shared.ts";

interface Answer {
  meaning: string;
  example?: string;
}

interface Explained {
  question: string;
  load: () => Promise<Answer>;
}

/** A small button beside a term. It opens a dialog with the meaning, which is loaded then. */
export function WhatIs({ question, load }: Explained) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={question}
        title={question}
        onClick={() => setOpen(true)}
        className="relative ml-1.5 inline-flex size-5 items-center justify-center rounded-full border border-outline align-[-0.2em] text-12 font-semibold text-muted after:absolute after:-inset-3 hover:border-primary hover:text-primary"
      >
        ?
      </button>
      {/* In the body: a dialog must be neither inside a paragraph nor inside a form. */}
      {isOpen
        ? createPortal(<Explanation question={question} load={load} onClose={() => setOpen(false)} />, document.body)
        : null}
    </>
  );
}

function Explanation({ question, load, onClose }: Explained & { onClose: () => void }) {
  const [answer, setAnswer] = useState<Answer | "loading" | "failed">("loading");
  useEffect(() => {
    load().then(setAnswer, () => setAnswer("failed"));
    // The same term for as long as the dialog is open.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <Dialog title={question} onClose={onClose}>
      {answer === "loading" ? (
        <Skeleton className="h-24" />
      ) : answer === "failed" ? (
        <p>{texts.whatIsFailed}</p>
      ) : (
        <div className="grid gap-3">
          <p>{answer.meaning}</p>
          {answer.example === undefined ? null : (
            <p className="text-muted">{texts.whatIsExample({ example: answer.example })}</p>
          )}
          <p className="text-14">
            <TextLink href="/help">{texts.whatIsHelpLink}</TextLink>
          </p>
        </div>
      )}
    </Dialog>
  );
}
