import { useEffect } from "react";
import * as texts from "../messages/shared.ts";

/** Sets the document title. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = texts.titleWazi({ title });
  }, [title]);
}
