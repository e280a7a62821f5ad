import { LinkButton } from "../../ui/button.tsx";
import { useTitle } from "../../lib/use-title.ts";
import { PublicShell } from "../shell/public-shell.tsx";
import * as texts from "../../messages/not-found.ts";

export default function NotFoundPage() {
  useTitle(texts.pageTitle);
  return (
    <PublicShell>
      <div className="mx-auto w-full max-w-xl px-4 py-16 sm:py-28">
        <div className="kuba kuba-hollow rounded-md border border-line bg-surface px-6 py-14 text-center sm:px-12">
          <svg aria-hidden="true" viewBox="0 0 240 60" className="mx-auto w-60 max-w-full">
            <path className="thread" d="M4 20c30 34 70 34 92 4M144 24c10 26 36 34 52 18s4-32 40-30" />
            <circle cx="4" cy="20" r="4" className="fill-accent" />
            <path className="thread" d="M96 24l5-6M96 24l7 2M144 24l-6-3M144 24l-3 6" />
          </svg>
          <p className="mt-6 text-14 font-medium text-muted">404</p>
          <h1 className="mt-1 text-32">{texts.pageTitle}</h1>
          <p className="mx-auto mt-3 max-w-[36ch] text-muted">{texts.text}</p>
          <LinkButton href="/" className="mt-8">
            {texts.toHome}
          </LinkButton>
        </div>
      </div>
    </PublicShell>
  );
}
