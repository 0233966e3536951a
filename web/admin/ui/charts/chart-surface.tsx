import {
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import classes from "./chart-frame.module.css";

/** A position in the drawing, in pixels from its upper left corner. */
export type Position = { x: number; y: number };

type ChartSurfaceProps = {
  height: number;
  /** Makes the drawing for a width in pixels. Not called before the width is known. */
  children: (width: number) => Drawing;
};

type Drawing = {
  /** Renders the drawing and marks the point under the pointer. */
  draw: (hovered: number | null) => ReactNode;
  /** The point at a position of the drawing; null when there is none. */
  pointAt: (place: Position) => number | null;
  /** The area of a point. Its tooltip is placed beside this area. */
  areaOf: (point: number) => Area;
  /** The tooltip of a point. */
  tooltip: (point: number) => ReactNode;
};

/** The edges of an area, in pixels from the drawing's upper left corner. */
export type Area = { left: number; right: number; top: number; bottom: number };

/** The point whose tooltip is shown, and the position at which the pointer reached it. */
type Shown = { point: number; place: Position };

/** The time in which the pointer can move over other points to the tooltip, in milliseconds. */
const graceMs = 200;

/** A drawing as wide as its container, with a tooltip for the point under the pointer. */
export function ChartSurface({ height, children }: ChartSurfaceProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  // Measures texts and computes positions once per width, not for every move of the pointer.
  const drawing = useMemo(() => (width > 0 ? children(width) : null), [children, width]);
  const { shown, reach, keep, close, dismiss } = useShownPoint();
  useWhileShown(shown !== null, {
    onEscape: dismiss,
    onPress: (target) => !box.current?.contains(target) && close(),
  });
  const follow = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    const place = { x: clientX - left, y: clientY - top };
    const point = drawing?.pointAt(place) ?? null;
    reach(point === null ? null : { point, place });
  };
  const leave = ({ pointerType }: PointerEvent) => pointerType !== "touch" && reach(null);
  return (
    <div ref={box} className={classes.box} style={{ height }}>
      {drawing && (
        <svg
          className={`chart-surface ${classes.surface}`}
          width={width}
          height={height}
          aria-hidden="true"
          onPointerMove={follow}
          onPointerDown={follow}
          onPointerLeave={leave}
          onPointerCancel={close}
        >
          {drawing.draw(shown?.point ?? null)}
        </svg>
      )}
      {shown && drawing && (
        <div
          className={classes.tooltipPlace}
          style={beside(drawing.areaOf(shown.point), shown.place, { width, height })}
          onPointerEnter={keep}
          onPointerLeave={leave}
        >
          {drawing.tooltip(shown.point)}
        </div>
      )}
    </div>
  );
}

/**
 * Keeps a tooltip while the pointer moves to it (WCAG 1.4.13). Another point replaces it only after `graceMs`. A dismissed
 * point stays without a tooltip until the pointer has left it.
 */
function useShownPoint() {
  const [shown, setShown] = useState<Shown | null>(null);
  const next = useRef<Shown | null>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const dismissed = useRef<number | null>(null);
  const keep = () => {
    clearTimeout(waiting.current);
    waiting.current = undefined;
  };
  useEffect(() => () => clearTimeout(waiting.current), []);
  const close = () => {
    keep();
    setShown(null);
  };
  return {
    shown,
    keep,
    reach(reached: Shown | null) {
      if (reached?.point !== dismissed.current) dismissed.current = null;
      else if (reached) return;
      next.current = reached;
      if (reached?.point === shown?.point) return keep();
      if (!shown) return setShown(reached);
      waiting.current ??= setTimeout(() => {
        waiting.current = undefined;
        setShown(next.current);
      }, graceMs);
    },
    close,
    dismiss() {
      dismissed.current = shown?.point ?? null;
      close();
    },
  };
}

/** The space between the tooltip and its point, in pixels. */
const distance = 14;
/** The minimum width of a tooltip beside its point, in pixels. With less space it goes under the point. */
const leastRoom = 180;

/** Places a tooltip to the right or left of the point and the pointer if there is space, else under the point. */
function beside(area: Area, { x, y }: Position, { width, height }: { width: number; height: number }) {
  const right = Math.max(area.right, x) + distance;
  const left = Math.min(area.left, x) - distance;
  const fromTop = y < height / 2 ? { top: y + distance } : { bottom: height - y + distance };
  const isRightNearer = right - x <= x - left || left < leastRoom;
  if (isRightNearer && width - right >= leastRoom)
    return { ...fromTop, left: right, maxWidth: width - right };
  if (left >= leastRoom) return { ...fromTop, right: width - left, maxWidth: left };
  const top = Math.max(area.bottom, y) + distance;
  if (x <= width / 2) return { top, left: x + distance, maxWidth: width - x - distance };
  return { top, right: width - x + distance, maxWidth: x - distance };
}

type Endings = { onEscape: () => void; onPress: (target: Node) => void };

/** Closes a tooltip on Escape, and after a tap on the next tap elsewhere. */
function useWhileShown(shown: boolean, { onEscape, onPress }: Endings): void {
  const leave = useEffectEvent(onEscape);
  const press = useEffectEvent(onPress);
  useEffect(() => {
    if (!shown) return;
    const pressed = ({ target }: Event) => target instanceof Node && press(target);
    const typed = ({ key }: KeyboardEvent) => key === "Escape" && leave();
    document.addEventListener("pointerdown", pressed);
    document.addEventListener("keydown", typed);
    return () => {
      document.removeEventListener("pointerdown", pressed);
      document.removeEventListener("keydown", typed);
    };
  }, [shown]);
}

function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}

type ChartTooltipProps = { title?: string; lines: { text: string; swatch: ReactElement }[] };

/** The content of a chart's tooltip. */
export function ChartTooltip({ title, lines }: ChartTooltipProps) {
  return (
    <div className={classes.tooltip}>
      {title && <p className={classes.tooltipTitle}>{title}</p>}
      {lines.map(({ text, swatch }) => (
        <p key={text} className={classes.tooltipLine}>
          {swatch}
          {text}
        </p>
      ))}
    </div>
  );
}
