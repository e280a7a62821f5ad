import { sampleVoices, type SampleVoice } from "../../content/sample-voices.ts";
import { SampleDataTag } from "../../ui/tag.tsx";

/** Three invented quotes, tagged as samples and without names. */
export default function Voices() {
  return (
    <>
      <p className="mb-6 flex flex-wrap pl-9 lg:pl-0 items-center gap-x-4 gap-y-2 text-muted">
        <SampleDataTag text="Illustrative sample" />
        These quotes are invented examples. Real ones will appear here when we have them.
      </p>
      <ul className="grid gap-4 xl:grid-cols-3">
        {sampleVoices.map((voice) => (
          <Voice key={voice.role} voice={voice} />
        ))}
      </ul>
    </>
  );
}

function Voice({ voice }: { voice: SampleVoice }) {
  const { role, place, country, quote, startedWith, timeframe } = voice;
  return (
    <li
      className="flex flex-col rounded-md border border-dashed border-outline bg-surface p-6"
      data-testid="testimonial"
    >
      <blockquote className="font-display text-18 leading-7 font-medium">“{quote}”</blockquote>
      <p className="mt-6 flex items-center gap-3 text-14 xl:mt-auto xl:pt-6">
        <Flag country={country} />
        <span className="font-semibold">
          Example: {role}, {place}
        </span>
      </p>
      <dl className="mt-4 flex gap-8 border-t border-line pt-4 text-14">
        <div>
          <dt className="text-muted">Started with</dt>
          <dd className="figure font-semibold">${startedWith.toLocaleString("en-US")}</dd>
        </div>
        <div>
          <dt className="text-muted">Timeframe</dt>
          <dd className="font-semibold">{timeframe}</dd>
        </div>
      </dl>
    </li>
  );
}

const flags: Record<SampleVoice["country"], readonly (readonly [path: string, colour: string])[]> = {
  Kenya: [
    ["M0 0h24v16H0Z", "#ffffff"],
    ["M0 0h24v4.500H0Z", "#1a1a1a"],
    ["M0 5.500h24v5H0Z", "#b3202c"],
    ["M0 11.500h24V16H0Z", "#0b6b3a"],
    ["M12 3.500c2 2.500 2 6.500 0 9-2-2.500-2-6.500 0-9Z", "#ffffff"],
    ["M12 5c1.200 1.800 1.200 4.200 0 6-1.200-1.800-1.200-4.200 0-6Z", "#b3202c"],
  ],
  Nigeria: [
    ["M0 0h24v16H0Z", "#0b7a45"],
    ["M8 0h8v16H8Z", "#ffffff"],
  ],
  Ghana: [
    ["M0 0h24v5.300H0Z", "#c3242f"],
    ["M0 5.300h24v5.400H0Z", "#f2c230"],
    ["M0 10.700h24V16H0Z", "#0b6b3a"],
    ["M12 5.300l.700 1.900h2l-1.600 1.200.600 1.900-1.700-1.100-1.700 1.100.600-1.900-1.600-1.200h2Z", "#1a1a1a"],
  ],
};

function Flag({ country }: { country: SampleVoice["country"] }) {
  return (
    <svg role="img" aria-label={country} viewBox="0 0 24 16" className="h-5 w-7.5 shrink-0 rounded-[2px]">
      {flags[country].map(([path, colour]) => (
        <path key={path} d={path} fill={colour} />
      ))}
    </svg>
  );
}
