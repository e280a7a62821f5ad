import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { preloadRoute } from "./app/route-table.ts";
import { mayBeSignedIn } from "./lib/session.ts";
import "./styles.css";

/** The first page is waited for this long before its skeleton is shown: a skeleton that only flashes is worse than none. */
const patienceMs = 150;

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root");

function start(container: HTMLElement): void {
  createRoot(container).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

const patience = new Promise<void>((resolve) => setTimeout(resolve, patienceMs));
// A page that can't be loaded is said so by the app itself.
const firstPage = preloadRoute(window.location.pathname, mayBeSignedIn()).catch(() => undefined);
void Promise.race([firstPage, patience]).then(() => start(root));
