/**
 * Invented quotes, shown with the tag "Illustrative sample" and never in live mode. They have no names, because these
 * people do not exist.
 */
export interface SampleVoice {
  role: string;
  place: string;
  country: "Kenya" | "Nigeria" | "Ghana";
  quote: string;
  /** In US dollars. */
  startedWith: number;
  timeframe: string;
}

export const sampleVoices: readonly SampleVoice[] = [
  {
    role: "teacher",
    place: "Nairobi",
    country: "Kenya",
    quote: "I started with the smallest amount to see whether I could follow it. I could, down to the cent.",
    startedWith: 100,
    timeframe: "3 months",
  },
  {
    role: "shop owner",
    place: "Lagos",
    country: "Nigeria",
    quote:
      "One bot lost money in its first week, and the page showed it in red. That is when I started to believe the green.",
    startedWith: 500,
    timeframe: "6 months",
  },
  {
    role: "nurse",
    place: "Accra",
    country: "Ghana",
    quote: "I set a stop-loss and go to work. In the evening I read what the bot did, trade by trade.",
    startedWith: 1000,
    timeframe: "1 year",
  },
];
