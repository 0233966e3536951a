import { type RefObject, useEffect, useState } from "react";

/**
 * The caption of the moment, for the player to draw above its controls: the browser would draw it behind them. The file is
 * asked for when captions are switched on for the first time.
 */
export function useCaptions(video: RefObject<HTMLVideoElement | null>, on: boolean): string {
  const [text, setText] = useState("");
  useEffect(() => {
    const track = video.current?.textTracks[0];
    if (!track || !on) return;
    const update = () => setText([...(track.activeCues ?? [])].map((cue) => (cue as VTTCue).text).join("\n"));
    track.mode = "hidden";
    track.addEventListener("cuechange", update);
    update();
    return () => {
      track.removeEventListener("cuechange", update);
      track.mode = "disabled";
      setText("");
    };
  }, [video, on]);
  return text;
}
