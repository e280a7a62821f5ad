import { AmountField } from "../../../ui/field.tsx";
import { figureNames, typeFigure, type FigureName, type Figures, type TypedFigures } from "./account-adjustment.ts";
import { figureWords } from "./figure-words.ts";

/** The figures that can be set, one below the other. */
export function EditFigures({
  typed,
  figures,
  problems,
  readOnly,
  onType,
}: {
  typed: TypedFigures;
  figures: Figures;
  problems: Readonly<Partial<Record<FigureName, string>>>;
  readOnly: boolean;
  onType: (typed: TypedFigures) => void;
}) {
  return figureNames.map((name) => (
    <AmountField
      key={name}
      label={figureWords[name]}
      {...(name === "totalProfit" ? { min: undefined } : {})}
      readOnly={readOnly}
      value={typed[name]?.text ?? figures[name]}
      error={problems[name]}
      onChange={({ target }) => onType(typeFigure(typed, name, target.value, figures))}
    />
  ));
}
