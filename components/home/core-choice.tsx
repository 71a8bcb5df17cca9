import { ChainTag } from "@/components/ui/chain-tag";
import { CHAIN_LETTERS, CHAINS, type Chain } from "@/components/ui/chains";
import { classes } from "@/components/ui/classes";
import { SEGMENTS } from "@/components/ui/seg";

/** The chain that a phone shows first. It has room for one. */
const FIRST: Chain = "c";

const CHOICE = classes(
  "m-0 grid-cols-3 max-m:grid m:hidden *:justify-center *:has-checked:bg-sunken *:has-checked:font-strong *:has-checked:text-ink *:has-checked:shadow-edge",
  "*:has-focus-visible:outline-2 *:has-focus-visible:outline-offset-2 *:has-focus-visible:outline-focus",
);

/** Chooses the chain that a phone shows. CSS reads the radios, so no script is needed. */
export function CoreChoice() {
  return (
    <fieldset className={classes(SEGMENTS, CHOICE)}>
      <legend className="sr-only">Chain shown</legend>
      {CHAIN_LETTERS.map((chain) => (
        <label key={chain}>
          <input
            type="radio"
            name="core"
            value={chain}
            className="sr-only"
            defaultChecked={chain === FIRST}
          />
          <ChainTag chain={CHAINS[chain].letter} />
          {CHAINS[chain].name}
        </label>
      ))}
    </fieldset>
  );
}
