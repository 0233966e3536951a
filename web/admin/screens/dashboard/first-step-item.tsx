import { Anchor, Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type FirstStep, firstStepLabels } from "#contract/first-steps.schema.ts";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { samplesQuery, useAddSamples } from "./first-run.api.ts";
import classes from "./first-run.module.css";

const places: Record<FirstStep, { screen: string; about: string }> = {
  questionnaire: {
    screen: "questionnaire",
    about: "Configuration requise : vos questions, ou un exemple à retoucher.",
  },
  mail: { screen: "emails", about: "Le nom et l’adresse que lisent vos destinataires." },
  site: { screen: "site", about: "Les textes que la loi demande, et vos liens." },
  signup: { screen: "signups", about: "Par le formulaire du site, ou avec des exemples qui se retirent." },
  approval: { screen: "signups?status=pending&order=asc", about: "Ouvrez-la, lisez, décidez." },
};

type Props = { step: FirstStep; number: number; done: boolean; isNext: boolean };

export function FirstStepItem({ step, number, done, isNext }: Props) {
  const { screen, about } = places[step];
  return (
    <li className={classes.step} data-done={done} aria-current={isNext ? "step" : undefined}>
      <span className={classes.mark} aria-hidden>
        {done ? <IconCheck size={16} /> : number}
      </span>
      <div className={classes.text}>
        <Anchor component={Link} to={screenAddress(screen)} className={classes.label ?? ""}>
          {firstStepLabels[step]}
        </Anchor>
        {done ? (
          <span className="visually-hidden"> (fait)</span>
        ) : (
          <p className={classes.stepAbout}>{about}</p>
        )}
        {step === "signup" && !done && <AddSamples />}
      </div>
    </li>
  );
}

function AddSamples() {
  const { data } = useQuery(samplesQuery);
  const add = useAddSamples();
  if (!data?.mayAdd) return null;
  return (
    <>
      <Button variant="default" size="xs" mt={6} loading={add.isPending} onClick={() => add.mutate()}>
        Ajouter des exemples
      </Button>
      <ErrorAlert error={add.error} onClose={add.reset} />
    </>
  );
}
