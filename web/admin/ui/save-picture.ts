import { notifications } from "@mantine/notifications";
import { failureNotice } from "./failure-notice.ts";

/** Saves a drawing as SVG, or as a PNG that the browser renders. Shows a notice when the browser cannot do this. */
export async function savePicture(svg: string, { name, type }: { name: string; type: "svg" | "png" }) {
  const drawing = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  try {
    const href = type === "svg" ? drawing : await drawAsPng(drawing);
    Object.assign(document.createElement("a"), { href, download: `${name}.${type}` }).click();
  } catch {
    notifications.show({ ...failureNotice, message: "L’image n’a pas pu être enregistrée." });
  }
}

async function drawAsPng(drawing: string): Promise<string> {
  const picture = new Image();
  picture.src = drawing;
  await picture.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  return canvas.toDataURL("image/png");
}
