/** Why documents are rejected most often, as the investor reads it: a short name and the text that it fills in. */
export const commonReasons = [
  { name: "Blurred", text: "The picture is blurred or too dark to read. Please take it again in good light." },
  { name: "Cut off", text: "A part of the document is cut off. Please show all four corners." },
  { name: "Back missing", text: "The back of the document is missing. Please send both sides." },
  { name: "Expired", text: "The document has expired. Please send one that is valid." },
  { name: "Another name", text: "The name on the document is not the one of your account." },
  { name: "Another birthday", text: "The date of birth on the document is not the one of your account." },
] as const;
