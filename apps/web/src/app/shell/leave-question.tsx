import { useEffect, useRef } from "react";
import * as texts from "../../messages/shell.ts";
import { DeferredPart } from "../deferred-part.tsx";
import type { LeaveQuestionProps } from "./leave-dialog.tsx";

const loadDialog = () => import("./leave-dialog.tsx").catch(() => ({ default: PlainQuestion }));

/** Asks before signing out for the homepage. If its dialog cannot be loaded, the browser asks instead. */
export function LeaveQuestion(props: LeaveQuestionProps) {
  return <DeferredPart load={loadDialog} loading={null} props={props} />;
}

function PlainQuestion({ onLeave, onClose }: LeaveQuestionProps) {
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    if (window.confirm(`${texts.leaveTitle}\n\n${texts.leaveText}`)) onLeave();
    onClose();
  });
  return null;
}
