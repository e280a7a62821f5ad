/** A list of short facts. */
export function InfoList({ items }: { items: readonly string[] }) {
  return (
    <ul className="grid gap-2.5 text-14 text-muted">
      {items.map((text) => (
        <li key={text} className="flex gap-3">
          <svg aria-hidden="true" viewBox="0 0 10 10" className="mt-1.5 size-2 shrink-0 fill-accent">
            <path d="M5 0 10 5 5 10 0 5Z" />
          </svg>
          {text}
        </li>
      ))}
    </ul>
  );
}
