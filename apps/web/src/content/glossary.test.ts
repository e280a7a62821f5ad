import { expect, it } from "vitest";
import { explain, listExplainedTerms } from "./explained-terms.ts";
import { glossary } from "./glossary.ts";

it.each(listExplainedTerms())("explains %s", async (term) => {
  expect((await explain(term).load()).id).toBe(term);
});

it("has each term once, in short sentences", () => {
  expect(new Set(glossary.map(({ id }) => id)).size).toBe(glossary.length);
  const sentences = glossary.flatMap(({ meaning }) => meaning.split(/(?<=[.:])\s/));
  expect(sentences.filter((sentence) => sentence.split(" ").length > 25)).toEqual([]);
});
