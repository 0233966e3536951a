import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { answerReauthentication } from "#web/admin/ui/reauthentication.ts";
import { whenIdle } from "./when-idle.ts";

const loadDialog = () => import("./reauthentication-dialog.tsx");
const ReauthenticationDialog = lazy(loadDialog);
whenIdle(loadDialog);

/** Mounted on every screen. Opens when a request needs a recent confirmation of the password. */
export function Reauthentication() {
  const [open, setOpen] = useState(false);
  const decide = useRef<(confirmed: boolean) => void>(() => undefined);
  useEffect(() => {
    const stop = answerReauthentication(() => {
      setOpen(true);
      return new Promise((resolve) => {
        decide.current = resolve;
      });
    });
    return () => {
      stop();
      decide.current(false); // rejects the waiting call when the dialog is closed
    };
  }, []);
  const close = (confirmed: boolean) => {
    setOpen(false);
    decide.current(confirmed);
  };
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <ReauthenticationDialog onConfirmed={() => close(true)} onCancel={() => close(false)} />
    </Suspense>
  );
}
