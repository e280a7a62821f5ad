import type { SystemSettings } from "@wazi/contracts";

const figures = [
  { name: "gasFeeAddress", label: "Gas fee address", look: "font-mono break-all" },
  { name: "gasFeeAmount", label: "Gas fee amount", look: "figure" },
] as const;

/** What the settings are and what they will be, as far as these differ. */
export function GasFeeChange({ before, after }: { before: SystemSettings; after: SystemSettings }) {
  const changed = figures.filter(({ name }) => after[name].trim() !== before[name]);
  if (changed.length === 0) return null;
  return (
    <dl aria-label="What will be changed" className="divide-y divide-line border-y border-line text-14">
      {changed.map(({ name, label, look }) => (
        <div key={name} className="grid grid-cols-[auto_1fr] gap-x-4 py-1.5">
          <dt className="col-span-2 text-muted">{label}</dt>
          <dd className="text-muted">Now</dd>
          <dd className={look}>{before[name] || "none"}</dd>
          <dd className="text-muted">Then</dd>
          <dd className={`font-semibold ${look}`}>{after[name].trim() || "none"}</dd>
        </div>
      ))}
    </dl>
  );
}
