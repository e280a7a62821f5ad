import { useEffect, useLayoutEffect, useRef } from "react";
import { focusManager } from "@tanstack/react-query";
import { Notice } from "../ui/notice.tsx";
import { Wordmark } from "../ui/wordmark.tsx";
import { AdminSignInForm } from "./pages/admin-sign-in-page.tsx";
import * as texts from "../messages/shell.ts";

/**
 * Covers the page after the administrator's session has ended. Unsaved input is kept for the same administrator, cannot
 * be read or reached meanwhile, and no requests are sent.
 */
export function SessionEndedCover({ heldFor }: { heldFor: string }) {
  const element = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // A modal dialog closes on the second Esc, and a third one would close the form below it.
    const ignoreEscape = (event: KeyboardEvent): void => {
      if (event.key === "Escape") event.preventDefault();
    };
    window.addEventListener("keydown", ignoreEscape, { capture: true });
    return () => {
      window.removeEventListener("keydown", ignoreEscape, { capture: true });
      dialog?.close();
    };
  }, []);

  useEffect(() => {
    const titleBefore = document.title;
    document.title = texts.endedAdminPageTitle;
    focusManager.setFocused(false);
    return () => {
      document.title = titleBefore;
      focusManager.setFocused(undefined);
    };
  }, []);

  return (
    <dialog
      ref={element}
      aria-labelledby="session-ended"
      onCancel={(event) => event.preventDefault()}
      // Some devices close a dialog in other ways, such as a back gesture.
      onClose={({ currentTarget }) => {
        if (!currentTarget.open && currentTarget.isConnected) currentTarget.showModal();
      }}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none overflow-y-auto bg-paper text-ink backdrop:bg-paper"
    >
      <div className="mx-auto w-full max-w-lg px-4 pt-12 pb-16 sm:px-0">
        <Wordmark />
        <h1 id="session-ended" className="mt-8 text-32">
          {texts.endedAdminHeading}
        </h1>
        <Notice look="warning" role="alert" title={texts.endedTitle} className="mt-6 mb-8">
          <p>{texts.endedText}</p>
        </Notice>
        <AdminSignInForm heldFor={heldFor} />
      </div>
    </dialog>
  );
}
