import type { KeyboardEvent, PointerEvent } from "react";
import styles from "./player.module.css";

type SeekBarProps = {
  /** Seconds. */
  position: number;
  duration: number;
  onSeek: (position: number) => void;
};

const stepSeconds = 1;
const pageSeconds = 5;

/** How far the film is; a click or the arrow keys go elsewhere in it. */
export function SeekBar({ position, duration, onSeek }: SeekBarProps) {
  const seekTo = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onSeek(((event.clientX - left) / width) * duration);
  };
  const seekByKey = (event: KeyboardEvent) => {
    const target = keyTarget(event.key, position, duration);
    if (target === null) return;
    event.preventDefault();
    onSeek(target);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className={styles["seek"]}
      aria-label="Position dans le film"
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(position)}
      aria-valuetext={`${clock(position)} sur ${clock(duration)}`}
      onPointerDown={seekTo}
      onKeyDown={seekByKey}
    >
      <progress value={duration > 0 ? position / duration : 0} max={1} aria-hidden="true" />
    </div>
  );
}

function keyTarget(key: string, position: number, duration: number): number | null {
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return position + stepSeconds;
    case "ArrowLeft":
    case "ArrowDown":
      return position - stepSeconds;
    case "PageUp":
      return position + pageSeconds;
    case "PageDown":
      return position - pageSeconds;
    case "Home":
      return 0;
    case "End":
      return duration;
    default:
      return null;
  }
}

function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
