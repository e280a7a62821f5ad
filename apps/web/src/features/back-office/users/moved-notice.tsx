import { Button } from "../../../ui/button.tsx";
import { Money } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { FigureName, Figures, TypedFigures } from "./account-adjustment.ts";
import { figureWords } from "./figure-words.ts";

/** Figures that have become others while they were typed over: nothing goes on before that was seen. */
export function MovedNotice({
  moved,
  typed,
  figures,
  onGoOn,
}: {
  moved: readonly FigureName[];
  typed: TypedFigures;
  figures: Figures;
  onGoOn: () => void;
}) {
  return (
    <Notice look="warning" role="alert" title="The account has moved" className="self-start">
      {moved.map((name) => (
        <p key={name}>
          {figureWords[name]} is <Money value={figures[name]} className="font-semibold" /> by now; it was{" "}
          <Money value={typed[name]?.on} /> when you changed it.
        </p>
      ))}
      <p className="mt-1">Nothing was posted, and what you entered still stands.</p>
      <Button look="secondary" className="mt-3" onClick={onGoOn}>
        Go on from the new figures
      </Button>
    </Notice>
  );
}
