/**
 * The lozenges of the cloth: column, row and number of rings. The irregular pattern is intentional, as in woven Kuba
 * cloth.
 */
const SIZE = 96;
const COLUMNS = 5;
const ROWS = 4;
/** The position of the last knot, below the cloth and from its left edge. */
const DROP = 146;
const KNOT_X = 177;
const solid = new Set(["1,0", "3,1", "0,2", "2,2", "4,3"]);
const open = new Set(["2,0", "4,1", "1,3"]);

/** A decorative piece of Kuba cloth, with a thread that ends in the last knot of the steps below. */
export function KubaCloth() {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${COLUMNS * SIZE} ${ROWS * SIZE + DROP}`}
      className="pointer-events-none absolute bottom-[calc(100%-6px)] left-[-135px] hidden w-[380px] max-w-none overflow-visible lg:block xl:left-[-153px] xl:w-[430px]"
    >
      <rect width={COLUMNS * SIZE} height={ROWS * SIZE} rx="10" className="fill-panel" />
      <g className="fill-none stroke-on-panel stroke-2 opacity-55">
        {Array.from({ length: COLUMNS * ROWS }, (_, index) => (
          <Lozenge key={index} column={index % COLUMNS} row={Math.floor(index / COLUMNS)} />
        ))}
      </g>
      <path
        className="fill-none stroke-accent stroke-[2.800]"
        strokeLinejoin="round"
        strokeLinecap="round"
        d={`M480 48H432L384 96 336 48 288 96 240 48 192 96 144 48 48 144 96 192 144 144 192 192 240 144 288 192 336 144 384 192 432 240 384 288 336 240 240 336 192 288 144 336 192 384C226 418 ${KNOT_X + 60} 470 ${KNOT_X} ${ROWS * SIZE + DROP}`}
      />
    </svg>
  );
}

function Lozenge({ column, row }: { column: number; row: number }) {
  const key = `${column},${row}`;
  const x = column * SIZE + SIZE / 2;
  const y = row * SIZE + SIZE / 2;
  const rings = open.has(key) ? [46] : [46, 32, 18];
  return (
    <>
      {rings.map((radius) => (
        <path key={radius} d={`M${x} ${y - radius}l${radius} ${radius} ${-radius} ${radius} ${-radius} ${-radius}Z`} />
      ))}
      {solid.has(key) ? <path className="fill-on-panel" d={`M${x} ${y - 18}l18 18-18 18-18-18Z`} /> : null}
    </>
  );
}
