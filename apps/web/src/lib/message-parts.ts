import { createElement, Fragment, type ReactNode } from "react";

/** The parts of the modules in messages/. */

export type { ReactNode };
/** Draws the words between the tags of a message, such as a link. */
export type Wrap = (text: ReactNode) => ReactNode;

/** Words and parts of a page, one after the other. */
export const join = (...parts: ReactNode[]): ReactNode => createElement(Fragment, null, ...parts);
