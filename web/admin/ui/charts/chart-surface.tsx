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

/** A place of the drawing, in pixels from its upper left corner. */
export type Place = { x: number; y: number };

type ChartSurfaceProps = {
  height: number;
  /** What is drawn in so many pixels; not drawn before they are known. */
  children: (width: number) => Drawing;
};

type Drawing = {
  /** Draws, with the point under the pointer marked. */
  draw: (hovered: number | null) => ReactNode;
  /** The point at a place of the drawing; null where there is none. */
  pointAt: (place: Place) => number | null;
  /** What a point takes of the drawing: its tooltip stays beside it. */
  areaOf: (point: number) => Area;
  /** The tooltip of a point. */
  tooltip: (point: number) => ReactNode;
};

/** Edges in pixels from the drawing's upper left corner. */
export type Area = { left: number; right: number; top: number; bottom: number };

/** The point whose tooltip is shown, and where the pointer reached it. */
type Shown = { point: number; place: Place };

/** Time for the pointer to go from a point to its tooltip, over other points. In milliseconds. */
const graceMs = 200;

/** A drawing as wide as its place, with a tooltip for the point under the pointer. */
export function ChartSurface({ height, children }: ChartSurfaceProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  // Words are measured and places computed for a width, not for every move of the pointer.
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
 * Keeps a tooltip while the pointer goes to it (WCAG 1.4.13): another point replaces it after a while only, and a dismissed
 * point stays dismissed until the pointer has left it.
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

/** Between the tooltip and its point. */
const distance = 14;
/** A tooltip that would be narrower goes under its point. */
const leastRoom = 180;

/** Right or left of the point and of the pointer, where there is room; else under it. */
function beside(area: Area, { x, y }: Place, { width, height }: { width: number; height: number }) {
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

/** A tooltip closes with Escape, and one that was tapped with the next tap elsewhere. */
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

/** What appears beside the pointer on a chart. */
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
