import { Button } from "../../../ui/button.tsx";
import { AmountField } from "../../../ui/field.tsx";
import { Money } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { figureNames, enterFigure, type FigureName, type Figures, type EnteredFigures } from "./account-adjustment.ts";
import { figureLabels } from "./labels.ts";

/** The editable figures. */
export function EditFigures({
  typed,
  figures,
  problems,
  readOnly,
  onType,
}: {
  typed: EnteredFigures;
  figures: Figures;
  problems: Readonly<Partial<Record<FigureName, string>>>;
  readOnly: boolean;
  onType: (typed: EnteredFigures) => void;
}) {
  return figureNames.map((name) => (
    <AmountField
      key={name}
      label={figureLabels[name]}
      {...(name === "totalProfit" ? { min: undefined } : {})}
      readOnly={readOnly}
      value={typed[name]?.text ?? figures[name]}
      error={problems[name]}
      onChange={({ target }) => onType(enterFigure(typed, name, target.value, figures))}
    />
  ));
}

/** Shown when edited figures have changed. The new figures must be accepted before posting. */
export function AccountChangedNotice({
  moved,
  typed,
  figures,
  onGoOn,
}: {
  moved: readonly FigureName[];
  typed: EnteredFigures;
  figures: Figures;
  onGoOn: () => void;
}) {
  return (
    <Notice look="warning" role="alert" title="The account has changed" className="self-start">
      {moved.map((name) => (
        <p key={name}>
          {figureLabels[name]} is now <Money value={figures[name]} className="font-semibold" />. It was{" "}
          <Money value={typed[name]?.original} /> when you edited it.
        </p>
      ))}
      <p className="mt-1">Nothing was posted. Your input is kept.</p>
      <Button look="secondary" className="mt-3" onClick={onGoOn}>
        Continue with the new figures
      </Button>
    </Notice>
  );
}
