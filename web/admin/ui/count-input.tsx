import { NumberInput, type NumberInputProps } from "@mantine/core";

type Props = Omit<NumberInputProps, "value" | "onChange"> & {
  value: number;
  onChange: (value: number) => void;
};

/** A field for a whole number, which is NaN while the field is empty. With 0 instead, the next digits would come before that zero. */
export function CountInput({ value, onChange, ...props }: Props) {
  return (
    <NumberInput
      allowDecimal={false}
      {...props}
      value={Number.isNaN(value) ? "" : value}
      onChange={(typed) => onChange(typed === "" ? Number.NaN : Number(typed))}
    />
  );
}
