import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

/** A value of the address's fragment (`#code=…`), which never leaves the browser by itself. */
export function readFragment(hash: string, name: string): string {
  return new URLSearchParams(hash.replace(/^#/, "")).get(name) ?? "";
}

/** Takes a value out of the address's fragment: it is kept here and removed from the address and the history. */
export function useTakenFragment(name: string): string {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [taken, setTaken] = useState(() => readFragment(hash, name));
  const present = readFragment(hash, name);
  useEffect(() => {
    if (present === "") return;
    setTaken(present);
    void navigate({ pathname, search }, { replace: true });
  }, [present, pathname, search, navigate]);
  return taken;
}
