import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from "react";
import classes from "./chart-explorer.module.css";

type ChartExplorerProps = {
  name: string;
  /** The description of the whole chart, for screen readers. */
  description: string;
  /** The announcement of each point: 'label : value'. */
  points: readonly string[];
  /** Renders the chart and marks the point that the keyboard selected. */
  children: (active: number | null) => ReactNode;
  className?: string | undefined;
  /** The element around the drawing. */
  drawing?: RefObject<HTMLDivElement | null>;
};

const pageStep = 7;

/**
 * A chart with a single tab stop. Arrow keys move from point to point, and each point is announced in visible text.
 * Separate from `ChartFrame`, so that the dashboard does not load the code for pictures and legends.
 */
export function ChartExplorer({
  name,
  description,
  points,
  children,
  className,
  drawing,
}: ChartExplorerProps) {
  const [reached, setReached] = useState(0);
  const [focused, setFocused] = useState(false);
  const hintId = useId();
  const last = points.length - 1;
  const point = Math.min(reached, last);
  const active = focused && point >= 0 ? point : null;
  const move = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = nextPoint(event.key, point, last);
    if (next === null) return;
    event.preventDefault();
    setFocused(true);
    setReached(next);
  };
  return (
    <>
      {/* The role `application` makes screen readers pass arrow keys to the chart. */}
      <div
        className={classes.stop}
        role="application"
        aria-roledescription="graphique"
        aria-label={name}
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move through its points
        tabIndex={0}
        onKeyDown={move}
        onFocus={(event) => setFocused(event.currentTarget.matches(":focus-visible"))}
        onBlur={() => setFocused(false)}
      >
        <div ref={drawing} className={className} role="img" aria-label={description}>
          <div aria-hidden>{children(active)}</div>
        </div>
      </div>
      <p className={classes.status} role="status">
        {active === null ? "" : points[active]}
      </p>
      <span id={hintId} hidden>
        Les flèches vont de point en point, Origine au premier, Fin au dernier.
      </span>
    </>
  );
}

/** The point to which a key moves; null when the key is not one of the chart's. */
function nextPoint(key: string, point: number, last: number): number | null {
  const targets: Record<string, number> = {
    ArrowRight: point + 1,
    ArrowDown: point + 1,
    ArrowLeft: point - 1,
    ArrowUp: point - 1,
    PageDown: point + pageStep,
    PageUp: point - pageStep,
    Home: 0,
    End: last,
  };
  const target = targets[key];
  return target === undefined ? null : Math.max(0, Math.min(last, target));
}
