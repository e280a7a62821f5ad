/** What something will do, sentence by sentence: to be read before it is done. */
export function Effects({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className="grid gap-2.5">
      {sentences.map((sentence) => (
        <li key={sentence} className="flex gap-3">
          <svg aria-hidden="true" viewBox="0 0 10 10" className="mt-2 size-2 shrink-0 fill-accent">
            <path d="M5 0 10 5 5 10 0 5Z" />
          </svg>
          <span className="min-w-0 wrap-anywhere">{sentence}</span>
        </li>
      ))}
    </ul>
  );
}
