import { useEffect, useRef, useState } from "react";
import { glossary } from "../../content/glossary.ts";
import { questions } from "../../content/questions.ts";
import { usePublicSettings, useTakesShareAboveBills } from "../../lib/public-settings.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { ArticlePart } from "../shell/article.tsx";
import { SupportLink } from "../shell/support-link.tsx";
import * as texts from "../../messages/help.ts";
import { shareAboveBills } from "../../messages/fees.ts";

const SUPPORT = "font-medium text-primary underline underline-offset-4 hover:text-primary-strong";

/** The searchable part of the help page. */
export default function HelpAnswers() {
  const [search, setSearch] = useState("");
  const isAboveBills = useTakesShareAboveBills();
  const field = useRef<HTMLInputElement>(null);
  // The page can be read before its script has loaded, so words may have been typed by then.
  useEffect(() => setSearch(field.current?.value ?? ""), []);
  const asked = questions.filter(({ question, answer }) => matchesSearch(search, [question, answer]));
  const terms = glossary.filter(({ term, meaning, example = "" }) => matchesSearch(search, [term, meaning, example]));
  const found = asked.length + terms.length;
  return (
    <>
      <form role="search" className="mb-8 max-w-xl" onSubmit={(event) => event.preventDefault()}>
        <label htmlFor="help-search" className="mb-1.5 block text-14 font-semibold">
          {texts.searchHelp}
        </label>
        <input
          ref={field}
          id="help-search"
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          placeholder={texts.searchPlaceholder}
          className="h-12 w-full rounded-sm border border-outline bg-surface px-3.5 text-16 text-ink placeholder:text-muted hover:border-ink"
        />
        <p role="status" className="mt-1.5 min-h-5 text-14 text-muted">
          {search.trim() === "" ? "" : found === 0 ? texts.answersNone : texts.answersFound({ found })}
        </p>
      </form>
      {asked.length === 0 ? null : (
        <ArticlePart title={texts.questions}>
          <dl className="grid gap-6">
            {asked.map(({ question, answer }) => (
              <div key={question}>
                <dt className="font-display text-18 font-semibold">{question}</dt>
                <dd className="mt-1 text-muted">{answer}</dd>
              </div>
            ))}
          </dl>
        </ArticlePart>
      )}
      {terms.length === 0 ? null : (
        <ArticlePart title={texts.glossary}>
          <dl className="grid gap-6">
            {terms.map(({ id, term, meaning, example }) => (
              <div key={id} id={id} className="scroll-mt-6">
                <dt className="font-semibold">{term}</dt>
                <dd className="mt-1 text-muted">
                  {meaning}
                  {id === "profit-share" && isAboveBills ? ` ${shareAboveBills}` : null}
                  {example === undefined ? null : (
                    <span className="mt-1 block text-14">{texts.termExample({ example })}</span>
                  )}
                </dd>
              </div>
            ))}
          </dl>
          <p>{texts.answersMore({ link: (text) => <TextLink href="/how-to-read">{text}</TextLink> })}</p>
        </ArticlePart>
      )}
      <ArticlePart title={texts.contact}>
        <Contact />
      </ArticlePart>
    </>
  );
}

function Contact() {
  const settings = usePublicSettings();
  const hasContact =
    settings.status === "ready" && (settings.data.supportUrl !== null || settings.data.whatsappUrl !== null);
  return (
    <>
      {hasContact ? (
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          <SupportLink kind="support" className={SUPPORT} />
          <SupportLink kind="whatsapp" className={SUPPORT} />
        </p>
      ) : (
        <p>{texts.contactNone}</p>
      )}
      <p>
        {texts.contactWarning({
          link: (text) => <TextLink href="/fees">{text}</TextLink>,
          link2: (text) => <TextLink href="/how-wazi-earns">{text}</TextLink>,
        })}
      </p>
    </>
  );
}

/** True if every word of the search is in one of the words, whatever its case and accents. */
export function matchesSearch(search: string, words: readonly string[]): boolean {
  const text = simplify(words.join(" "));
  return simplify(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function simplify(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
