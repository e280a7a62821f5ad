import { describe, expect, it, test } from "vitest";

interface Measured {
  page: string;
  scripts: number;
  all: number;
  budget: { scripts: number; all?: number };
}

/** The scripts are plain JavaScript, which the compiler knows nothing of. */
const load = async <T>(name: string): Promise<T> =>
  (await import(new URL(`../../ops/scripts/${name}`, import.meta.url).href)) as T;
const { findRefused } = await load<{ findRefused: (html: string) => string | undefined }>("build-web.mjs");
const { findOverweight } = await load<{
  findOverweight: (sizes: { pages: Measured[]; charts: Omit<Measured, "all">[] }) => string[];
}>("page-sizes.mjs");

describe("a prerendered page", () => {
  test.each([
    ['<p style="width:3px">', "a style attribute"],
    ["<div class='x' style=color:red>", "a style attribute"],
    ["<script>go()</script>", "an inline script"],
    ['<script type="module">go()</script>', "an inline script"],
    ['<button class="x" onclick="go()">', "an inline handler"],
    ["<style>p{}</style>", "an inline style sheet"],
    ['<!--$!--><template data-dgst="x"></template>', "a part that failed or had to wait"],
  ])("rejects %s", (html, what) => {
    expect(findRefused(`<main>${html}</main>`)).toContain(what);
  });

  it("accepts what the content security policy allows", () => {
    const html =
      '<script src="/theme.js"></script><p class="font-on style" data-style="1">only onions = style="</p><!--$-->';
    expect(findRefused(html)).toBeUndefined();
  });
});

describe("page sizes", () => {
  it("are reported with page, size and budget when over budget", () => {
    const budget = { scripts: 75, all: 100 };
    const sizes = {
      pages: [
        { page: "landing.html", scripts: 75, all: 100, budget },
        { page: "status.html", scripts: 75.1, all: 101, budget },
      ],
      charts: [{ page: "assets/chart-1.js", scripts: 55.2, budget: { scripts: 55 } }],
    };
    expect(findOverweight(sizes)).toEqual([
      "status.html: scripts are 75.1 KB, its budget 75 KB",
      "status.html: page, styles and scripts are 101.0 KB, its budget 100 KB",
      "assets/chart-1.js: scripts are 55.2 KB, its budget 55 KB",
    ]);
  });
});
