import { CaptionsIcon, FullscreenIcon, PauseIcon, PlayIcon, SoundIcon } from "../parts/icons.tsx";
import styles from "./player.module.css";
import { SeekBar } from "./seek-bar.tsx";
import type { usePlayer } from "./use-player.ts";

type PlayerControlsProps = { player: ReturnType<typeof usePlayer>; onFullscreen: () => void };

/** The bar at the film's foot. */
export function PlayerControls({ player, onFullscreen }: PlayerControlsProps) {
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
