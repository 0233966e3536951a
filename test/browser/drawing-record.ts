import type { Page } from "@playwright/test";
import type { Clip } from "./help-pictures.ts";

/** A text, a field or an icon, where it lies in the part (x, y, width, height in CSS px) and in which colours. */
export type Mark = { what: string; box: [x: number, y: number, width: number, height: number]; ink: string };

/** What a part of the screen shows at this moment, from top to bottom of the document. Dates and times are left out of the words. */
export async function recordDrawing(page: Page, clip: Clip): Promise<Mark[]> {
  const marks = await page.evaluate(readMarks, clip);
  return marks.map((mark) => ({ ...mark, what: withoutMoments(mark.what) }));
}

/** Runs in the page. What lies below something else, or outside, is not seen. */
function readMarks(clip: { x: number; y: number; width: number; height: number }): Mark[] {
  const isSeen = (element: Element, { x, y, width, height }: DOMRect): boolean => {
    const [middleX, middleY] = [x + width / 2, y + height / 2];
    const isInside =
      middleX > clip.x && middleX < clip.x + clip.width && middleY > clip.y && middleY < clip.y + clip.height;
    if (!isInside || width < 2 || height < 2) return false;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const [above] = document.elementsFromPoint(middleX, middleY);
    return above !== undefined && (above.contains(element) || element.contains(above));
  };
  const groundOf = (element: Element | null): string => {
    if (element === null) return "";
    const { backgroundColor } = getComputedStyle(element);
    return /^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)
      ? groundOf(element.parentElement)
      : backgroundColor;
  };
  const markOf = (what: string, element: Element, box: DOMRect): Mark[] => {
    if (what === "" || !isSeen(element, box)) return [];
    const { x, y, width, height } = box;
    return [
      {
        what,
        box: [Math.round(x - clip.x), Math.round(y - clip.y), Math.round(width), Math.round(height)],
        ink: `${getComputedStyle(element).color} on ${groundOf(element)}`,
      },
    ];
  };
  const read = (node: Node): Mark[] => {
    if (node instanceof Text && node.parentElement) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const words = node.data.replace(/\s+/g, " ").trim();
      return markOf(words, node.parentElement, range.getBoundingClientRect());
    }
    if (!(node instanceof Element)) return [];
    const box = node.getBoundingClientRect();
    if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement)
      return markOf(`[${node.type}] ${node.value || node.placeholder}`, node, box);
    if (node instanceof SVGSVGElement) {
      const icon = node.classList.item(node.classList.length - 1) ?? "drawing";
      return [...markOf(`<${icon}>`, node, box), ...[...node.childNodes].flatMap(read)];
    }
    return [...node.childNodes].flatMap(read);
  };
  return read(document.body);
}

const moments =
  /\b(?:(?:lun|mar|mer|jeu|ven|sam|dim)(?:\.|[a-z]*di)? )?\d{1,2}(?:er)? (?:janv|févr|mars|avr|mai|juin|juil|août|sept|oct|nov|déc)[a-zéû]*\.?(?: \d{4})?|\b\d{2}\/\d{2}(?:\/\d{4})?|\b\d{2}:\d{2}\b/g;

function withoutMoments(words: string): string {
  return words.replaceAll("\u00a0", " ").replace(moments, "…");
}

/** Another machine rounds otherwise; whatever moved farther was moved by somebody. */
const tolerance = 4;

/** What a part shows otherwise than its record, a line each; where it names a moment, how wide that is says nothing. */
export function differences(stored: readonly Mark[], today: readonly Mark[]): string[] {
  const left = [...today];
  const found = stored.flatMap((mark) => {
    const index = left.findIndex(({ what }) => what === mark.what);
    const [now] = index < 0 ? [] : left.splice(index, 1);
    if (!now) return `gone: ${mark.what}`;
    if (isMoved(mark, now)) return `moved: ${mark.what} (${mark.box.join(" ")} → ${now.box.join(" ")})`;
    return mark.ink === now.ink ? [] : `coloured: ${mark.what} (${mark.ink} → ${now.ink})`;
  });
  return [...found, ...left.map(({ what }) => `new: ${what}`)];
}

function isMoved({ what, box }: Mark, now: Mark): boolean {
  return box.some((value, side) => {
    const isAcross = side % 2 === 0;
    if (isAcross && what.includes("…")) return false;
    return Math.abs(value - (now.box[side] ?? 0)) > tolerance;
  });
}
