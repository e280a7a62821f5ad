import type { ReactNode } from "react";

/** An empty list that says what to do next. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="kuba kuba-hollow flex flex-col items-center gap-4 rounded-sm bg-sunken px-6 py-10 text-center">
      <p className="max-w-[34ch] text-16 text-muted">{children}</p>
      {action}
    </div>
  );
}
