import { Alert, Anchor, Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "react-router";
import { adminMessages } from "#contract/admins.ts";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { LoadingText } from "#web/admin/ui/loading-text.tsx";
import { ShownError } from "#web/lib/api.ts";
import { ActivateForm } from "./activate-form.tsx";
import { isLinkDead, linkProblem } from "./link-problem.ts";
import { linkOwnerQuery } from "./sign-in.api.ts";
import { SignInPage } from "./sign-in-page.tsx";
import { readFragment } from "./use-fragment.ts";

/** Where a one-time link leads: the owner of the address chooses the password. */
export default function ActivateScreen() {
  const token = readFragment(useLocation().hash, "token");
  return (
    <SignInPage title="Choisir un mot de passe" subtitle="Il ouvrira votre espace d’administration.">
      <LinkedAccount key={token} token={token} />
    </SignInPage>
  );
}

/** A link that no longer works says so before anybody types. */
function LinkedAccount({ token }: { token: string }) {
  const [redeemed, setRedeemed] = useState(false);
  const owner = useQuery({ ...linkOwnerQuery(token), enabled: token !== "" });
  if (redeemed) return <Activated />;
  return (
    <>
      {token === "" && <ErrorAlert error={new ShownError(adminMessages.linkInvalid)} />}
      {owner.isLoading && <LoadingText>Vérification du lien…</LoadingText>}
      <ErrorAlert
        error={linkProblem(owner.error)}
        {...(!isLinkDead(owner.error) && { onRetry: () => void owner.refetch() })}
      />
      {owner.isSuccess && (
        <ActivateForm token={token} email={owner.data.email} onRedeemed={() => setRedeemed(true)} />
      )}
      <Anchor component={Link} to="/admin">
        Retour à la connexion
      </Anchor>
    </>
  );
}

function Activated() {
  return (
    <>
      <Alert
        role="status"
        variant="light"
        color="green"
        title="Votre mot de passe est enregistré"
        icon={<IconCheck aria-hidden />}
      >
        Votre compte est prêt.
      </Alert>
      <Button component={Link} to="/admin" size="md">
        Se connecter
      </Button>
    </>
  );
}
