import { encode } from "uqr";

/** The quiet zone around a code, in modules, as ISO/IEC 18004 asks. */
const border = 4;

/** Returns the side in modules, and the dark modules as an SVG path. */
export function drawQrCode(text: string) {
  const { data, size } = encode(text, { border });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return { size, path };
}
