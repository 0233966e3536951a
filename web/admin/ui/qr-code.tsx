import { encode } from "uqr";
import classes from "./qr-code.module.css";

/** Modules of free space around a code, as scanners want it. */
const border = 2;

/** Drawn here: what is in it goes to no picture service. Dark on light in both colour schemes, as scanners want it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = drawQrCode(text);
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** The side in modules, and the dark ones as a path. */
function drawQrCode(text: string) {
  const { data, size } = encode(text, { border });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return { size, path };
}

/** A picture file, `side` pixels wide. */
export function qrCodeFile(text: string, side: number): string {
  const { size, path } = drawQrCode(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}"/></svg>`;
}
