const rate = 44100;
const beat = 0.325;
/** Steps of a pentatonic scale above 196 Hz; null is a rest. */
const pattern = [0, 4, 7, null, 9, 7, 4, null, 2, 4, 9, null, 12, 9, 7, 4] as const;

const pitch = (step: number) => 196 * 2 ** (step / 12);

/** Adds the sound of a plucked string, whose higher overtones fade faster. */
function pluck(samples: Float64Array, at: number, frequency: number, gain: number): void {
  const start = Math.round(at * rate);
  const end = Math.min(samples.length, start + Math.round(1.1 * rate));
  for (let i = start; i < end; i += 1) {
    const t = (i - start) / rate;
    let value = 0;
    for (let k = 1; k <= 5; k += 1) {
      value += (Math.sin(2 * Math.PI * frequency * k * t) * Math.exp(-t * (3.4 + 2.2 * k))) / k ** 1.6;
    }
    samples[i] = (samples[i] ?? 0) + value * gain * Math.min(1, t * 260);
  }
}

/** A quiet plucked tune as a mono WAV file. */
export function pluckedTune(seconds: number): Buffer {
  const samples = new Float64Array(Math.round(seconds * rate));
  for (let i = 0; i * beat < seconds - 1.2; i += 1) {
    const step = pattern[i % pattern.length] ?? null;
    if (step !== null) pluck(samples, i * beat, pitch(step), 0.16);
    if (i % 4 === 0) pluck(samples, i * beat, pitch(i % 8 === 0 ? -12 : -7), 0.2);
  }
  const data = Buffer.alloc(samples.length * 2);
  samples.forEach((value, i) => {
    const fade = Math.min(1, (samples.length - i) / (0.9 * rate));
    data.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value * fade)) * 32767), i * 2);
  });
  return Buffer.concat([header(data.length), data]);
}

function header(length: number): Buffer {
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36);
  head.writeUInt32LE(length, 40);
  return head;
}
