/** Part of each planted element, and the name of the variable that a planted script would set. */
export const PLANTED = "planted";

/** Ends of what a text may be put into. */
const endings = ["", `">`, `'>`, "`>", "</title>", "</textarea>", "</script>", "-->", "]]>", `\\"}>`];

const elements = [
  `<img src=x data-${PLANTED} onerror=${PLANTED}=1>`,
  `<svg data-${PLANTED} onload=${PLANTED}=1>`,
  `<script data-${PLANTED}>${PLANTED}=1</script>`,
  `<a data-${PLANTED} href=javascript:${PLANTED}=1>open</a>`,
  `<iframe data-${PLANTED} srcdoc="<script>${PLANTED}=1</script>">`,
  `<details open data-${PLANTED} ontoggle=${PLANTED}=1>`,
  `<math><mtext><style><img data-${PLANTED} src=x onerror=${PLANTED}=1>`,
  `<form data-${PLANTED} action=//evil.example><input>`,
];

/** Spreadsheet formulas, template languages, mail headers, PDF operators, and characters that change the direction or the line. */
const others = [
  "=cmd|' /C calc'!A0",
  `=HYPERLINK("//evil.example","${PLANTED}")`,
  "+1+cmd|'/C calc'!A0",
  "-1+1",
  "@SUM(1,1)",
  "\t=1+1",
  "\r=1+1",
  " =1+1",
  "＝1+1",
  `${PLANTED}\r\nBcc: all@example.com`,
  `%0d%0aSet-Cookie: ${PLANTED}=1`,
  `) Tj ET /JS (${PLANTED}) /OpenAction`,
  `javascript:${PLANTED}=1`,
  `data:text/html,<b data-${PLANTED}>`,
  "{{7*7}}${7*7}#{7*7}<%= 7*7 %>",
  `&lt;img src=x data-${PLANTED}&gt;&#60;b&#62;`,
  '<!--#exec cmd="ls"-->',
  "\u202egpj.exe\u2066",
  `\u2028${PLANTED}=1\u2029`,
  "https://evil.example/login",
];

/** 100 texts that would become elements, scripts, formulas or headers where a text is not kept as text. None is longer than 100 characters. */
export const storedTexts: readonly string[] = [
  ...endings.flatMap((ending) => elements.map((element) => ending + element)),
  ...others,
];
