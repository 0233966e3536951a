import type { KeyboardEvent, MouseEvent } from "react";
import { createPortal } from "react-dom";
import { createRoot } from "react-dom/client";
import { CaptionsIcon, FullscreenIcon, PauseIcon, PlayIcon, SoundIcon } from "../parts/icons.tsx";
import { homeIds } from "./ids.ts";
import styles from "./player.module.css";
import { type FilmParts, type Player as PlayerActions, usePlayer } from "./use-player.ts";

/** Replaces the browser's controls by our own. The film is not loaded before it is played. */
export function startPlayer(signal: AbortSignal): void {
  const frame = document.getElementById(homeIds.film);
  const foot = document.getElementById(homeIds.filmFoot);
  const overlay = document.getElementById(homeIds.filmOverlay);
  const video = frame?.querySelector("video");
  if (!frame || !foot || !overlay || !video) return;
  const restoreNative = () => {
    video.controls = true;
    delete frame.dataset["mode"];
  };
  const root = createRoot(overlay, { onUncaughtError: restoreNative });
  root.render(<Player frame={frame} video={video} foot={foot} />);
  signal.addEventListener("abort", () => root.unmount());
}

/** The controls over the film: the start button in the middle, and all others at the bottom. */
function Player({ foot, ...film }: FilmParts & { foot: HTMLElement }) {
  const player = usePlayer(film);
  const { mode, waiting } = player.state;
  return (
    <>
      {mode === "poster" && (
        <button type="button" className={styles["overlay"]} onClick={player.toggle}>
          <PlayIcon />
          <span className="unseen">Lire le film</span>
        </button>
      )}
      {createPortal(
        <>
          <p role="status" className={styles["line"]}>
            {waiting && <span>Le film se charge…</span>}
          </p>
          {mode === "film" && (
            <>
              <p aria-hidden="true" className={styles["line"]}>
                {player.caption && <span>{player.caption}</span>}
              </p>
              <Controls player={player} onFullscreen={() => toggleFullscreen(film)} />
            </>
          )}
          {mode === "failed" && (
            <div className={styles["bar"]}>
              <p role="alert">Le film ne peut pas être lu.</p>
              <button type="button" className={styles["again"]} onClick={player.retry}>
                Réessayer
              </button>
            </div>
          )}
        </>,
        foot,
      )}
    </>
  );
}

function Controls({ player, onFullscreen }: { player: PlayerActions; onFullscreen: () => void }) {
  const { state, toggle, toggleCaptions, toggleSound, seek, hover } = player;
  return (
    <div
      className={`${styles["bar"]} ${styles["controls"]}`}
      onPointerEnter={() => hover(true)}
      onPointerLeave={() => hover(false)}
    >
      <button type="button" onClick={toggle} aria-label={state.playing ? "Pause" : "Lecture"}>
        {state.playing ? <PauseIcon /> : <PlayIcon />}
      </button>
      <SeekBar position={state.position} duration={state.duration} onSeek={seek} />
      <button type="button" onClick={toggleCaptions} aria-label="Sous-titres" aria-pressed={state.captions}>
        <CaptionsIcon />
      </button>
      <button type="button" onClick={toggleSound} aria-label="Couper le son" aria-pressed={state.muted}>
        <SoundIcon muted={state.muted} />
      </button>
      <button type="button" onClick={onFullscreen} aria-label="Plein écran">
        <FullscreenIcon />
      </button>
    </div>
  );
}

type SeekBarProps = {
  /** The position in seconds. */
  position: number;
  duration: number;
  onSeek: (position: number) => void;
};

const stepSeconds = 1;
const pageSeconds = 5;

/** The progress bar of the film. A click or the arrow keys change the position. */
function SeekBar({ position, duration, onSeek }: SeekBarProps) {
  const seekTo = (event: MouseEvent<HTMLDivElement>) => {
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
      onClick={seekTo}
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

/** iPhones support fullscreen only for the video element, with a method of another name. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

function toggleFullscreen({ frame, video }: FilmParts): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else if (frame.requestFullscreen) void frame.requestFullscreen();
  else (video as PhoneVideo).webkitEnterFullscreen?.();
}
