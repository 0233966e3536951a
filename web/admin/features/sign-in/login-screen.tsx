import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";
import { adminMessages } from "#contract/admins.ts";
import { requestMessages } from "#contract/errors.ts";
import { readSignInState } from "#web/admin/ui/sign-in-state.ts";
import { failureMessage, ShownError } from "#web/lib/api.ts";
import { CodeForm } from "./code-form.tsx";
import { FirstStartNotice } from "./first-start-notice.tsx";
import { ForgottenPassword, type LinkWanted } from "./forgotten-password.tsx";
import { PasswordForm } from "./password-form.tsx";
import { sessionQuery } from "./sign-in.api.ts";
import { SignInPage } from "./sign-in-page.tsx";

/** 'Admin space': the password, then the code when the account asks for one. */
export default function LoginScreen() {
  const [step, setStep] = useState<"password" | "code">("password");
  const location = useLocation();
  const { from, sessionEnded } = readSignInState(location.state);
  const [notice, setNotice] = useState<Error | null>(
    sessionEnded ? new ShownError(requestMessages.unauthenticated) : null,
  );
  const [linkWanted, setLinkWanted] = useState<LinkWanted | null>(null);
  const session = useQuery(sessionQuery);
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  // What was read in an earlier session is not kept for whoever signs in next.
  useEffect(() => queryClient.removeQueries({ type: "inactive" }), [queryClient]);

  if (session.data) return <Navigate to={from} replace />;

  const restart = (reason: Error | null) => {
    setNotice(reason);
    setStep("password");
  };
  /** A browser that keeps no cookies is answered a success all the same. */
  const enter = async () => {
    queryClient.removeQueries({ queryKey: ["current-admin"] });
    const entered = await queryClient.fetchQuery(sessionQuery).catch((error: Error) => error);
    if (entered instanceof Error)
      return restart(new ShownError(failureMessage(entered, adminMessages.signInFailed)));
    if (entered === null) return restart(new ShownError(adminMessages.noUser));
    await navigate(from, { replace: true });
  };
  return (
    <SignInPage title="Admin space" subtitle="access reserved to administrators">
      <FirstStartNotice />
      {step === "password" ? (
        <PasswordForm
          notice={notice}
          onEntered={enter}
          onCodeAsked={() => setStep("code")}
          onLinkWanted={(email) => setLinkWanted({ email })}
        />
      ) : (
        <CodeForm onEntered={enter} onBack={restart} />
      )}
      <ForgottenPassword wanted={linkWanted} />
    </SignInPage>
  );
}
