import { createRandom, cut, type Joint, limbOutline, type Point, toPath } from "./geometry.ts";
import { papers } from "./palette.ts";

interface PieceOptions {
  /** Height above the paper underneath, in units; 0 lays it flat, without a shadow. */
  lift?: number;
  step?: number;
  wobble?: number;
  roundEnd?: boolean;
}

/** A drawing in progress. It makes pieces of paper and collects the patterns and clip paths that they need. */
export interface Sheet {
  piece(points: readonly Point[], fill: string, options?: PieceOptions): string;
  limb(joints: readonly Joint[], fill: string, options?: PieceOptions): string;
  /** A line of a pen or a thread: one long, thin piece. */
  line(points: readonly Point[], color: string, width: number, step?: number): string;
  /** Clips the content to an outline. */
  inside(points: readonly Point[], content: string): string;
  group(content: string, place: Placement): string;
  pattern(name: string, size: number, angle: number, tile: string, height?: number): string;
  svg(content: string, ground?: string): string;
  defs(): string;
}

export interface Placement {
  x: number;
  y: number;
  scale?: number;
  flip?: boolean;
  rotate?: number;
}

export function createSheet(width: number, height: number, seed: number): Sheet {
  const random = createRandom(seed);
  const defs = new Map<string, string>();

  function piece(points: readonly Point[], fill: string, options: PieceOptions = {}): string {
    const { lift = 5, step = 15, wobble = 1.4 } = options;
    const d = toPath(cut(points, random, { step, wobble, closed: true }));
    if (lift === 0) return `<path d="${d}" fill="${fill}"/>`;
    const shadow = `<path d="${d}" fill="${papers.ink}" opacity=".26" filter="url(#soft)" transform="translate(${lift * 0.7} ${lift * 1.1})"/>`;
    return `${shadow}<path d="${d}" fill="${fill}"/>`;
  }

  return {
    piece,
    limb: (joints, fill, options = {}) =>
      piece(limbOutline(joints, options.roundEnd ?? false), fill, options),
    line(points, color, lineWidth, step = 22) {
      const d = toPath(cut(points, random, { step, wobble: 0.8, closed: false }), false);
      return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${lineWidth}" stroke-linecap="round" stroke-linejoin="round"/>`;
    },
    inside(points, content) {
      const id = `c${defs.size}`;
      const d = toPath(cut(points, random, { step: 14, wobble: 0.6, closed: true }));
      defs.set(id, `<clipPath id="${id}"><path d="${d}"/></clipPath>`);
      return `<g clip-path="url(#${id})">${content}</g>`;
    },
    group(content, { x, y, scale = 1, flip = false, rotate = 0 }) {
      const spin = rotate === 0 ? "" : ` rotate(${rotate})`;
      return `<g transform="translate(${x} ${y})${spin} scale(${flip ? -scale : scale} ${scale})">${content}</g>`;
    },
    pattern(name, size, angle, tile, tileHeight = size) {
      const id = `${name}-${size}-${angle}`.replaceAll(/[^a-z0-9]+/gi, "_");
      defs.set(
        id,
        `<pattern id="${id}" width="${size}" height="${tileHeight}" patternUnits="userSpaceOnUse" patternTransform="rotate(${angle})">${tile}</pattern>`,
      );
      return `url(#${id})`;
    },
    defs: () =>
      `<defs><filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="3.2"/></filter>${[...defs.values()].join("")}</defs>`,
    svg(content, ground = papers.paper) {
      return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${this.defs()}<rect width="${width}" height="${height}" fill="${ground}"/>${content}</svg>`;
    },
  };
}
