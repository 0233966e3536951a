import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

export type WrkResult = { rate: number; p50Ms: number; p95Ms: number };

type WrkOptions = {
  port: number;
  path: string;
  connections: number;
  seconds: number;
  /** JSON; each request replaces `placeholder` by a unique value. */
  body: string;
  placeholder: string;
  /** The `token` of each request, if any. Each request also comes from a separate network. */
  tokens?: string[];
};

/**
 * Sends POST requests with wrk, which needs a tenth of the processor time of a client in Node.
 * @throws when an answer was not a success, because a refusal is faster than a stored sign-up
 */
export async function postWithWrk(options: WrkOptions): Promise<WrkResult> {
  const folder = await mkdtemp(join(tmpdir(), "tenue-wrk-"));
  try {
    const script = join(folder, "post.lua");
    const tokenFile = join(folder, "tokens");
    await writeFile(tokenFile, (options.tokens ?? []).join("\n"));
    await writeFile(script, postScript(options, tokenFile));
    const url = `http://127.0.0.1:${options.port}${options.path}`;
    const { stdout } = await promisify(execFile)("wrk", [
      ...["-t1", `-c${options.connections}`, `-d${options.seconds}s`, "-s", script, url],
    ]);
    const result = JSON.parse(/^RESULT (.*)$/m.exec(stdout)?.[1] ?? "null");
    if (!result || result.failed > 0) throw new Error(`requests failed:\n${stdout}`);
    return { rate: result.rate, p50Ms: result.p50, p95Ms: result.p95 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function postScript({ body, placeholder, tokens }: WrkOptions, tokenFile: string): string {
  const [before = "", after = ""] = body.split(placeholder);
  const quoted = (text: string) => `[==[${text}]==]`;
  return `
local before, after = ${quoted(before)}, ${quoted(after.replace(/}$/, tokens ? ',"token":"' : "}"))}
local ending = ${quoted(tokens ? '"}' : "")}
local number, tokens = 0, {}
for line in io.lines(${quoted(tokenFile)}) do tokens[#tokens + 1] = line end
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
request = function()
  number = number + 1
  wrk.headers["X-Forwarded-For"] = "10." .. math.floor(number / 256) % 256 .. "." .. number % 256 .. ".1"
  return wrk.format(nil, nil, nil, before .. number .. after .. (tokens[number] or "") .. ending)
end
done = function(summary, latency)
  local errors = summary.errors
  local failed = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format('RESULT {"rate":%.1f,"p50":%.2f,"p95":%.2f,"failed":%d}\\n',
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000, latency:percentile(95) / 1000, failed))
end
`;
}
