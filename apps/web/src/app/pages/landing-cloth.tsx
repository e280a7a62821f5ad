/** Lozenges of the cloth: column, row, and how many rings each has. Laid by hand, as a weaver breaks a pattern. */
const size = 96;
const columns = 5;
const rows = 4;
/** How far below the cloth the last knot is, and how far from its left edge. */
const drop = 146;
const knotX = 177;
const solid = new Set(["1,0", "3,1", "0,2", "2,2", "4,3"]);
const open = new Set(["2,0", "4,1", "1,3"]);

/** A piece of Kuba cloth, with the thread woven through it that comes out of the last knot below. Says nothing; only there to be seen. */
export function Cloth() {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${columns * size} ${rows * size + drop}`}
      className="pointer-events-none absolute bottom-[calc(100%-6px)] left-[-135px] hidden w-[380px] max-w-none overflow-visible lg:block xl:left-[-153px] xl:w-[430px]"
    >
      <rect width={columns * size} height={rows * size} rx="10" className="fill-panel" />
      <g className="fill-none stroke-on-panel stroke-2 opacity-55">
        {Array.from({ length: columns * rows }, (_, index) => (
          <Lozenge key={index} column={index % columns} row={Math.floor(index / columns)} />
        ))}
      </g>
      <path
        className="fill-none stroke-accent stroke-[2.800]"
        strokeLinejoin="round"
        strokeLinecap="round"
        d={`M480 48H432L384 96 336 48 288 96 240 48 192 96 144 48 48 144 96 192 144 144 192 192 240 144 288 192 336 144 384 192 432 240 384 288 336 240 240 336 192 288 144 336 192 384C226 418 ${knotX + 60} 470 ${knotX} ${rows * size + drop}`}
      />
    </svg>
  );
}

function Lozenge({ column, row }: { column: number; row: number }) {
  const key = `${column},${row}`;
  const x = column * size + size / 2;
  const y = row * size + size / 2;
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
