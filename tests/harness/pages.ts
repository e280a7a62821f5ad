import { expect } from "vitest";
import type { Screen, WatchedPage } from "./browser.ts";
import type { PagePool } from "./page-pool.ts";
import { adminAccount, PASSWORD, type TestClient } from "./test-app.ts";

/** The browser logs this line for every refused request and for every request that a test aborts. */
const FAILED_REQUEST_NOTICE = /Failed to load resource/;

interface SignedInPage extends WatchedPage {
  /** The same person's session outside the browser. */
  client: TestClient;
}

/** Opens the pages of one test, each in its own browser context, and gives them back after it. */
export interface Pages {
  /** A blank page that is not signed in. */
  openVisitor(screen?: Screen): Promise<WatchedPage>;
  /** A page at a path, signed in as an investor or administrator that the test has created. */
  openAs(client: TestClient, path: string, screen?: Screen): Promise<SignedInPage>;
  /** A page at a path, signed in as the first administrator or as `client`. */
  openAdmin(path: string, options?: Screen & { client?: TestClient | undefined }): Promise<WatchedPage>;
  /** Ends the use of a page before the end of the test. */
  close(watched: WatchedPage): Promise<void>;
  closeAll(): Promise<void>;
}

export function createPages(pool: PagePool): Pages {
  const opened: WatchedPage[] = [];

  async function openVisitor(screen: Screen = {}): Promise<WatchedPage> {
    const watched = await pool.take(screen);
    opened.push(watched);
    return watched;
  }

  async function giveBack(watched: readonly WatchedPage[]): Promise<void> {
    const complaints = watched.flatMap((each) => unexpectedComplaints(each));
    for (const each of watched) opened.splice(opened.indexOf(each), 1);
    await Promise.all(watched.map((each) => pool.giveBack(each)));
    expect(complaints).toEqual([]);
  }

  async function openSignedIn(account: typeof adminAccount, path: string, screen: Screen): Promise<WatchedPage> {
    const watched = await openVisitor(screen);
    const answer = await watched.context.request.post("/api/auth/signin", { data: account });
    expect(answer.status()).toBe(200);
    await watched.page.goto(path);
    return watched;
  }

  return {
    openVisitor,
    async openAs(client, path, screen = {}) {
      return { ...(await openSignedIn({ email: client.email, password: PASSWORD }, path, screen)), client };
    },
    openAdmin: (path, { client, ...screen } = {}) =>
      openSignedIn(client === undefined ? adminAccount : { email: client.email, password: PASSWORD }, path, screen),
    close: ({ page }) => giveBack(opened.filter((each) => each.page === page)),
    closeAll: () => giveBack([...opened]),
  };
}

function unexpectedComplaints({ complaints }: WatchedPage): string[] {
  return complaints.filter((complaint) => !FAILED_REQUEST_NOTICE.test(complaint));
}
