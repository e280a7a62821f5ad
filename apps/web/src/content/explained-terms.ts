import * as texts from "../messages/help.ts";

/** The terms with a "What is this?" button, as they stand in its question. */
const explainedTerms = {
  unit: texts.aUnit,
  nav: texts.termNav,
  drawdown: texts.drawdownTerm,
  "profit-factor": texts.termProfitFactor,
  short: texts.termShort,
  "stop-loss": texts.termStopLoss,
} as const;

export type ExplainedTerm = keyof typeof explainedTerms;

export const listExplainedTerms = (): ExplainedTerm[] => Object.keys(explainedTerms) as ExplainedTerm[];

/** The question about a term, and its answer in the glossary, which is loaded when it is asked. */
export function explain(term: ExplainedTerm) {
  const load = async () => {
    const { glossary } = await import("./glossary.ts");
    const entry = glossary.find(({ id }) => id === term);
    if (entry === undefined) throw new Error(`The glossary has no ${term}`);
    return entry;
  };
  return { question: texts.termQuestion({ term: explainedTerms[term] }), load };
}
