import type { ReactNode } from "react";
import { Footer } from "./footer.tsx";
import { PublicNav } from "./public-nav.tsx";

export function PublicShell({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-[calc(100dvh-2.125rem)] flex-col">
      <PublicNav />
      {/* SignedInBar puts notices here. */}
      <div id="notices" />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  );
}
