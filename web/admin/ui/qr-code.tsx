import { encode } from "uqr";
import classes from "./qr-code.module.css";

/** The quiet zone around a code, in modules. */
const border = 2;

/** Draws a QR code without a picture service, because it holds a secret. Scanners need it dark on light in both colour schemes. */
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

/** The side in modules, and the dark modules as an SVG path. */
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
