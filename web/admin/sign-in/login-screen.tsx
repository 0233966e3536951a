import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Navigate, useNavigate } from "react-router";
import type { ApiFailure } from "#web/lib/api.ts";
import { CodeForm } from "./code-form.tsx";
import { FirstStartNotice } from "./first-start-notice.tsx";
import { ForgottenPassword } from "./forgotten-password.tsx";
import { PasswordForm } from "./password-form.tsx";
import { sessionQuery } from "./sign-in.api.ts";
import { SignInPage } from "./sign-in-page.tsx";

/** 'Admin space': the password, then the code when the account asks for one. */
export default function LoginScreen() {
  const [step, setStep] = useState<"password" | "code">("password");
  const [expired, setExpired] = useState<ApiFailure | null>(null);
  const session = useQuery(sessionQuery);
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  // What was read in an earlier stay is not kept for whoever signs in next.
  useEffect(() => queryClient.removeQueries({ type: "inactive" }), [queryClient]);

  if (session.data) return <Navigate to="/admin/dashboard" replace />;

  const enter = () => {
    queryClient.removeQueries({ queryKey: ["current-admin"] });
    void navigate("/admin/dashboard", { replace: true });
  };
  const restart = (reason: ApiFailure | null) => {
    setExpired(reason);
    setStep("password");
  };
  return (
    <SignInPage title="Admin space" subtitle="access reserved to administrators">
      <FirstStartNotice />
      {step === "password" ? (
        <PasswordForm expired={expired} onEntered={enter} onCodeAsked={() => setStep("code")} />
      ) : (
        <CodeForm onEntered={enter} onBack={restart} />
      )}
      <ForgottenPassword />
    </SignInPage>
  );
}
