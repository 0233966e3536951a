/** The texts of a WebVTT file, cue by cue, without times and settings. */
export function cueTexts(vtt: string): string[] {
  return vtt.split(/\n{2,}/).flatMap((block) => {
    const lines = block.trim().split("\n");
    const time = lines.findIndex((line) => line.includes("-->"));
    return time < 0 ? [] : [lines.slice(time + 1).join(" ")];
  });
}
