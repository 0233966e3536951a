import { Component, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { audienceWords, signUpPath } from "#contract/signup-path.ts";
import { visitSource } from "../visit-source.ts";
import type { FormState } from "./form-state.ts";

type HandOverProps = { open: boolean; typed: RefObject<FormState>; children: ReactNode };

/** An error boundary: when the dialog fails, it opens the sign-up page with the typed values. */
export class HandOver extends Component<HandOverProps, { failed: boolean }> {
  constructor(props: HandOverProps) {
    super(props);
    this.state = { failed: false };
  }
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    const { open, typed, children } = this.props;
    return this.state.failed ? <Sender open={open} form={typed.current} /> : children;
  }
}

/**
 * Posts the typed values, so that they are neither in an address nor stored. Without a form token the page only shows them again.
 */
function Sender({ open, form }: { open: boolean; form: FormState }) {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (open) ref.current?.submit(); // also when the visitor returns and opens the dialog again
  });
  const { audience, responses, newsConsent, ...texts } = form;
  const answers = Object.entries(responses).flatMap(([id, answer]) =>
    [answer].flat().map((text) => [`responses.${id}`, text] as const),
  );
  const fields = [
    ...Object.entries(texts),
    ...answers,
    ...(newsConsent ? [["newsConsent", "on"] as const] : []),
  ];
  const isTouched = fields.some(([, text]) => text !== "");
  const carried = [...fields, ["source", visitSource()] as const];
  return (
    <form ref={ref} method={isTouched ? "post" : "get"} action={signUpPath()} hidden>
      <input name="type" value={audienceWords[audience]} readOnly />
      {isTouched &&
        carried.map(([name, text]) => <textarea key={`${name} ${text}`} name={name} value={text} readOnly />)}
    </form>
  );
}
