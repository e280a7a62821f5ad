import { linkTo, type MailContent, type MailContext } from "./mail-content.ts";
import * as texts from "../messages/mails.ts";

interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

const FOOTER = texts.footer;
/** A link for a person who did not do what the mail says. */
interface NotMe {
  label: string;
  hint: string;
  address: string;
}

/** Lines of a plain text are at most this long, except addresses. */
const LINE_WIDTH = 76;

/**
 * Renders a mail as plain text and as HTML. The HTML loads nothing: no pictures, no fonts, no scripts, and no address except
 * the ones that a person clicks. It reads well without its styles.
 */
export function renderMail(content: MailContent, greeting: string, context: MailContext): RenderedMail {
  const notMe = findNotMe(content, context);
  const clean = cleanContent(content);
  return {
    subject: clean.subject,
    text: renderText(clean, greeting, notMe, context.origin),
    html: renderHtml(clean, greeting, notMe, context.origin),
  };
}

function findNotMe({ isSecurity, undoAddress }: MailContent, context: MailContext): NotMe | undefined {
  if (undoAddress !== undefined) return { label: texts.undoButton, hint: texts.undoHint, address: undoAddress };
  if (!isSecurity) return undefined;
  const token = context.links.sign("freeze", { id: context.userId, issuedAt: context.now });
  return { label: texts.freezeButton, hint: texts.freezeHint, address: linkTo(context, "/freeze", token) };
}

/** "Hello Amina,": only for a plain name, because anyone can sign up with any address and put an advertisement as the name. */
export function greet(firstName: string): string {
  return /^\p{L}[\p{L}\p{M}' -]{0,39}$/u.test(firstName) ? texts.greetingByName({ firstName }) : texts.greeting;
}

/** One line without control and formatting characters. */
function toOneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}

function cleanContent(content: MailContent): MailContent {
  return {
    ...content,
    subject: toOneLine(content.subject),
    ...(content.facts ? { facts: content.facts.map(([label, value]) => [label, toOneLine(value)] as const) } : {}),
  };
}

function renderText(content: MailContent, greeting: string, notMe: NotMe | undefined, origin: string): string {
  const { title, paragraphs, facts = [], button, notes = [] } = content;
  const blocks = [title.toUpperCase(), greeting, ...paragraphs.map(wrap)];
  if (facts.length > 0) blocks.push(facts.map(([label, value]) => `${label}: ${value}`).join("\n"));
  if (button) blocks.push(`${button.label}:\n${button.address}`);
  blocks.push(...notes.map(wrap));
  if (notMe) blocks.push(`${notMe.label}:\n${notMe.address}\n${wrap(notMe.hint)}`);
  blocks.push(`-- \n${wrap(FOOTER)}\n${origin}`);
  return `${blocks.join("\n\n")}\n`;
}

function wrap(text: string): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line === "") lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= LINE_WIDTH) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join("\n");
}

function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

/** Light and dark; mail programs that know no media queries show the light ones. */
const STYLES = `
body{margin:0;padding:0;background:#fbf9f4;color:#13211b;-webkit-text-size-adjust:100%}
.frame{max-width:560px;margin:0 auto;padding:24px 16px 40px;font:16px/1.55 Inter,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
.name{font-weight:700;font-size:20px;letter-spacing:-.01em;color:#0b5d45;margin:0 0 16px}
.card{background:#fff;border:1px solid #e3ded2;border-top:3px solid #0b5d45;border-radius:10px;padding:28px 24px}
h1{font-size:24px;line-height:1.25;margin:0 0 16px;letter-spacing:-.01em}
p{margin:0 0 14px}
table{border-collapse:collapse;width:100%;margin:6px 0 20px}
th,td{padding:9px 0;border-bottom:1px solid #e3ded2;text-align:left;vertical-align:top;font-size:15px}
th{color:#55635c;font-weight:400;width:36%;padding-right:12px}
td{font-weight:600;word-break:break-word;overflow-wrap:anywhere}
.button{display:inline-block;background:#0b5d45;color:#fff;text-decoration:none;font-weight:600;padding:13px 22px;border-radius:6px}
.plain{font-size:13px;color:#55635c}
.plain a{color:inherit;word-break:break-all}
.note{font-size:14px;color:#55635c}
.stop{margin-top:22px;padding-top:18px;border-top:1px solid #e3ded2}
.stop a{color:#b3372a;font-weight:600}
.foot{font-size:13px;color:#55635c;padding:18px 4px 0}
.foot a{color:inherit}
@media (prefers-color-scheme:dark){
body{background:#0c1512;color:#eef3ef}
.name{color:#4cc79a}
.card{background:#131f1a;border-color:#2a3b33;border-top-color:#4cc79a}
th,td,.stop{border-color:#2a3b33}
th,.plain,.note,.foot{color:#a3b3aa}
.button{background:#4cc79a;color:#06231a}
.stop a{color:#ff8a7a}
}`;

function renderHtml(content: MailContent, greeting: string, notMe: NotMe | undefined, origin: string): string {
  const { subject, title, paragraphs, facts = [], button, notes = [] } = content;
  const paragraph = (text: string, style?: string): string =>
    `<p${style === undefined ? "" : ` class="${style}"`}>${escapeHtml(text)}</p>`;
  const rows = facts.map(
    ([label, value]) => `<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  return [
    `<!doctype html><html lang="${texts.languageTag}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(subject)}</title><style>${STYLES}</style></head><body><div class="frame">`,
    '<p class="name">Wazi</p><div class="card">',
    `<h1>${escapeHtml(title)}</h1>`,
    paragraph(greeting),
    ...paragraphs.map((text) => paragraph(text)),
    rows.length > 0 ? `<table role="presentation">${rows.join("")}</table>` : "",
    button ? renderButton(button) : "",
    ...notes.map((text) => paragraph(text, "note")),
    notMe === undefined
      ? ""
      : `<div class="stop"><p><a href="${escapeHtml(notMe.address)}">${notMe.label}</a></p>${paragraph(notMe.hint, "note")}</div>`,
    `</div><div class="foot">${paragraph(FOOTER)}<p><a href="${escapeHtml(origin)}">${escapeHtml(origin)}</a></p></div>`,
    "</div></body></html>",
  ].join("\n");
}

function renderButton({ label, address }: { label: string; address: string }): string {
  const safe = escapeHtml(address);
  return (
    `<p><a class="button" href="${safe}">${escapeHtml(label)}</a></p>` +
    `<p class="plain">If the button does not work, open this address: <a href="${safe}">${safe}</a></p>`
  );
}
