import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { adminPaths } from "./app/admin-paths.ts";
import { publicRoutes, signedInRoutes } from "./app/route-table.ts";
import { prerenderPages, savedPaths, type PrerenderedPage } from "./prerender.tsx";

let pages: PrerenderedPage[];

beforeAll(async () => {
  pages = await prerenderPages();
});

function pageOf(file: string): PrerenderedPage {
  const page = pages.find((made) => made.file === file);
  if (page === undefined) throw new Error(`${file} was not rendered`);
  return page;
}

describe("pages rendered at build time", () => {
  it("include every path, the 404 page and the empty pages behind sign-in", () => {
    const files = new Set(pages.map(({ file }) => file));
    const nameOf = (path: string): string => path.replace(":id", "[id]");
    const screens = Object.keys(signedInRoutes).map(nameOf);
    for (const path of [...Object.keys(publicRoutes).map(nameOf), ...screens]) {
      expect(files).toContain(`${path.slice(1)}.html`);
    }
    for (const path of ["/index", ...screens, ...adminPaths.map(nameOf)]) {
      expect(pageOf(`signed-in${path}.html`)).toMatchObject({ html: "" });
    }
    expect(files).toContain("index.html");
    expect(pageOf("404.html").html).toContain("Page Not Found");
  });

  it("come with the calls whose answers are kept on a device: no back office, no changes", () => {
    expect(savedPaths).toContain("/api/auth/user");
    expect(savedPaths.filter((path) => path.includes("admin") || path.includes(":"))).toEqual([]);
  });

  it("have one headline and nothing that the content policy forbids or that was still loading", () => {
    for (const { file, html, head } of pages.filter((page) => page.html !== "")) {
      expect(html.match(/<h1/g), file).toHaveLength(1);
      expect(html, file).not.toMatch(/\sstyle=|<script|<style|<template|<!--\$[!?]-->|\son[a-z]+="/);
      expect(head.title, file).toMatch(/Wazi/);
      expect(head.description.length, file).toBeGreaterThan(20);
    }
  });

  it("show the landing page's text and the forms' fields without scripts", () => {
    for (const text of ["Money you can follow", "Start Investing", "Trading can lose money"]) {
      expect(pageOf("index.html").html.replaceAll("<!-- -->", "")).toContain(text);
    }
    for (const label of ["First name", "Last name", "Email", "Password", "Confirm password", "Country", "Phone"]) {
      expect(pageOf("signup.html").html).toContain(`>${label}<`);
    }
    // Signed-out visitors see the sign-in form at the path of a page behind sign-in.
    for (const file of ["signin.html", "dashboard.html", "bots.html", "admin/audit.html", "admin/users/[id].html"]) {
      expect(pageOf(file).html).toMatch(/type="email".*type="password"/s);
    }
  });

  it("are the same on every build", async () => {
    expect((await prerenderPages()).map(({ html }) => html)).toEqual(pages.map(({ html }) => html));
  });
});

describe("the gallery of components", () => {
  it("shows every component of ui/", () => {
    const read = (folder: string, name: string): string =>
      readFileSync(new URL(`./${folder}/${name}`, import.meta.url), "utf8");
    const list = (folder: string): string[] => readdirSync(new URL(`./${folder}/`, import.meta.url));
    const gallery = list("app/gallery")
      .map((name) => read("app/gallery", name))
      .join("\n");
    // Every page contains the toast region, so the gallery only triggers toasts.
    const components = list("ui").filter((name) => name.endsWith(".tsx") && name !== "toast-region.tsx");
    expect(components.filter((name) => !gallery.includes(`"../../ui/${name}"`))).toEqual([]);
  });
});
