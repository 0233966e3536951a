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
  /** The tooltip of a point. */
  tooltip: (point: number) => ReactNode;
};

/** A drawing as wide as its place, with a tooltip for the point under the pointer. */
export function ChartSurface({ height, children }: ChartSurfaceProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [place, setPlace] = useState<Place | null>(null);
  // Words are measured and places computed for a width, not for every move of the pointer.
  const drawing = useMemo(() => (width > 0 ? children(width) : null), [children, width]);
  const point = place && drawing ? drawing.pointAt(place) : null;
  const follow = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    setPlace({ x: clientX - left, y: clientY - top });
  };
  const leave = ({ pointerType }: PointerEvent) => pointerType !== "touch" && setPlace(null);
  usePressElsewhere(box, place !== null, () => setPlace(null));
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
          onPointerCancel={() => setPlace(null)}
        >
          {drawing.draw(point)}
        </svg>
      )}
      {place && drawing && point !== null && (
        <div className={classes.tooltipPlace} style={beside(place, width)}>
          {drawing.tooltip(point)}
        </div>
      )}
    </div>
  );
}

const distance = 14;

/** On the side of the pointer where there is more room. */
function beside({ x, y }: Place, width: number) {
  if (x <= width / 2) return { top: y, left: x + distance, maxWidth: width - x - distance };
  return { top: y, right: width - x + distance, maxWidth: x - distance };
}

/** A tapped tooltip stays until the next tap elsewhere. */
function usePressElsewhere(box: RefObject<HTMLElement | null>, enabled: boolean, onPress: () => void): void {
  const latest = useEffectEvent(onPress);
  useEffect(() => {
    if (!enabled) return;
    const look = ({ target }: Event) => {
      if (!(target instanceof Node && box.current?.contains(target))) latest();
    };
    document.addEventListener("pointerdown", look);
    return () => document.removeEventListener("pointerdown", look);
  }, [box, enabled]);
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
