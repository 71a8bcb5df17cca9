import { Amount } from "@/components/ui/amount";
import type { PassedOnLine } from "./account-lists";

/** How much may be moved by a right that is passed on, and until when. */
export function RightAmount({
  amount,
  until,
  isUnconfirmed,
}: Pick<PassedOnLine, "amount" | "until" | "isUnconfirmed">) {
  return (
    <>
      {typeof amount === "object" && "value" in amount ? (
        <Amount {...amount} most={9} />
      ) : (
        typeof amount === "object" && amount.words
      )}
      {until !== undefined && <> until {until}</>}
      {isUnconfirmed && UNCONFIRMED}
    </>
  );
}

/** Beside an amount that the node did not confirm. */
export const UNCONFIRMED = (
  <span
    className="block text-small text-ink-3"
    title="The node did not answer: this was approved, and some of it may have been spent since. Reload the page to try again."
  >
    not confirmed
  </span>
);
