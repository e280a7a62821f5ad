import { Button } from "../../../ui/button.tsx";
import { AmountField } from "../../../ui/field.tsx";
import { Money } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { figureNames, enterFigure, type FigureName, type Figures, type EnteredFigures } from "./account-adjustment.ts";
import { figureLabels } from "./labels.ts";
import * as texts from "../../../messages/admin-users.ts";

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
    <Notice look="warning" role="alert" title={texts.editChangedTitle} className="self-start">
      {moved.map((name) => (
        <p key={name}>
          {texts.editChangedFigure({
            name: figureLabels[name],
            name2: <Money value={figures[name]} className="font-semibold" />,
            original: <Money value={typed[name]?.original} />,
          })}
        </p>
      ))}
      <p className="mt-1">{texts.editChangedInputKept}</p>
      <Button look="secondary" className="mt-3" onClick={onGoOn}>
        {texts.editChangedContinue}
      </Button>
    </Notice>
  );
}
