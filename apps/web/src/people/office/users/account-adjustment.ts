import { adjustAccount, type AccountFigures, type BodyInputOf } from "@wazi/contracts";
import { toCents } from "../../../lib/cents.ts";
// Turns off zod's compiler, which the content security policy forbids.
import "../../../lib/forms.ts";
import * as texts from "../../../messages/admin-users.ts";

export const figureNames = ["balance", "totalInvested", "totalProfit"] as const;
export type FigureName = (typeof figureNames)[number];
export type Figures = Pick<AccountFigures, FigureName>;
export type AdjustmentBody = BodyInputOf<typeof adjustAccount>;

export const REASON_MISSING = texts.adjustReasonMissing;
export const NO_CHANGES = texts.adjustNoChanges;

/** An edited figure with its value when the edit began. */
interface EnteredFigure {
  text: string;
  original: string;
}

/** Only edited figures; the others follow the account. */
export type EnteredFigures = Readonly<Partial<Record<FigureName, EnteredFigure>>>;

const amountPattern = /^-?\d+(\.\d{1,2})?$/;

function isSame(text: string, figure: string): boolean {
  return text === figure || (amountPattern.test(text) && toCents(text) === toCents(figure));
}

/** Records an edit. A figure that is back at its original value no longer counts as edited. */
export function enterFigure(typed: EnteredFigures, name: FigureName, text: string, figures: Figures): EnteredFigures {
  const { [name]: before, ...others } = typed;
  const original = before?.original ?? figures[name];
  return text.trim() === original ? others : { ...others, [name]: { text, original } };
}

/** The edited figures whose account value has changed since. An adjustment of them would be refused. */
export function findChangedFigures(typed: EnteredFigures, figures: Figures): FigureName[] {
  return figureNames.filter((name) => typed[name] !== undefined && typed[name].original !== figures[name]);
}

/** Keeps the input and accepts the current figures as its new base. */
export function acceptCurrentFigures(typed: EnteredFigures, figures: Figures): EnteredFigures {
  const kept = figureNames.flatMap((name) => {
    const figure = typed[name];
    return figure === undefined || isSame(figure.text.trim(), figures[name])
      ? []
      : [[name, { text: figure.text, original: figures[name] }] as const];
  });
  return Object.fromEntries(kept);
}

/**
 * Only the edited figures, each with its original value in `expected`. The server refuses if one of them has changed.
 */
export function toAdjustment(typed: EnteredFigures, reason: string): AdjustmentBody {
  const changed = figureNames.flatMap((name) => {
    const figure = typed[name];
    return figure === undefined || isSame(figure.text.trim(), figure.original)
      ? []
      : [{ name, text: figure.text.trim(), original: figure.original }];
  });
  return {
    ...Object.fromEntries(changed.map(({ name, text }) => [name, text])),
    ...(reason.trim() === "" ? {} : { reason: reason.trim() }),
    expected: Object.fromEntries(changed.map(({ name, original }) => [name, original])),
  };
}

/** The first problem of each figure; empty if there are none. */
export function findProblems(body: AdjustmentBody): Partial<Record<FigureName, string>> {
  if (Object.keys(body.expected ?? {}).length === 0) return { balance: NO_CHANGES };
  const result = adjustAccount.body.safeParse(body);
  if (result.success) return {};
  const problems = result.error.issues.flatMap(({ path, message }) => {
    const name = figureNames.find((each) => each === path[0]);
    return name === undefined ? [] : [[name, message] as const];
  });
  return Object.fromEntries(problems.reverse());
}
