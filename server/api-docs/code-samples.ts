type Call = {
  method: "GET" | "POST";
  /** The path with example values and a query. */
  path: string;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
};

const exampleHost = "https://beta.example.fr";

/** Example calls under /api/v1 for the API description and its page. */
export function codeSamples({ method, path, body, headers = {} }: Call) {
  const sent = {
    ...(body && { "Content-Type": "application/json" }),
    ...headers,
  };
  const json = body && JSON.stringify(body);
  const curl = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${exampleHost}${path}"`,
    `-H "Authorization: Bearer $TENUE_TOKEN"`,
    ...Object.entries(sent).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(json ? [`-d '${json}'`] : []),
  ].join(" \\\n  ");
  const lines = [
    ...(method === "GET" ? [] : [`  method: ${JSON.stringify(method)},`]),
    "  headers: {",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: part of the example
    "    Authorization: `Bearer ${process.env.TENUE_TOKEN}`,",
    ...Object.entries(sent).map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
    "  },",
    ...(json ? [`  body: JSON.stringify(${json}),`] : []),
  ];
  const typescript = [
    `const answer = await fetch("${exampleHost}${path}", {`,
    ...lines,
    "});",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: part of the example
    "if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);",
    "const result = await answer.json();",
  ].join("\n");
  return {
    "x-codeSamples": [
      { lang: "Shell", label: "curl", source: curl },
      { lang: "TypeScript", label: "TypeScript", source: typescript },
    ],
  };
}

export const apiV1Tags = ["API v1"];
