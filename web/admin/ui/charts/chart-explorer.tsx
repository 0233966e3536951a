import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from "react";
import classes from "./chart-explorer.module.css";

type ChartExplorerProps = {
  name: string;
  /** The whole chart in words, for those who do not see it. */
  description: string;
  /** Each point in words: 'label : value'. */
  points: readonly string[];
  /** Draws the chart, with the point that the keys have reached marked. */
  children: (active: number | null) => ReactNode;
  className?: string | undefined;
  /** The element around the drawing. */
  drawing?: RefObject<HTMLDivElement | null>;
};

const pageStep = 7;

/**
 * A chart as one tab stop: arrow keys go from point to point, and each is announced in visible text.
 * Apart from `ChartFrame`, so that the dashboard loads neither pictures nor legends of the statistics.
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
      {/* An application, so that a screen reader leaves the arrow keys to the chart. */}
      <div
        className={classes.stop}
        role="application"
        aria-roledescription="graphique"
        aria-label={name}
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its points are gone through by keys
        tabIndex={0}
        onKeyDown={move}
        onFocus={(event) => setFocused(event.currentTarget.matches(":focus-visible"))}
        onBlur={() => setFocused(false)}
      >
        <div ref={drawing} className={className} role="img" aria-label={description}>
          <div aria-hidden>{children(active)}</div>
        </div>
      </div>
      <p className={classes.said} role="status">
        {active === null ? "" : points[active]}
      </p>
      <span id={hintId} hidden>
        Les flèches vont de point en point, Origine au premier, Fin au dernier.
      </span>
    </>
  );
}

/** Where a key leads; null when it is none of the chart's. */
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
