import { ChainTag } from "@/components/ui/chain-tag";
import { CHAIN_LETTERS, CHAINS, type Chain } from "@/components/ui/chains";

/** What a phone, which has room for one, shows at first. */
const FIRST: Chain = "c";

/** Chooses the one core that a phone shows. The style sheet listens to the radios, so it needs no script. */
export function CoreChoice() {
  return (
    <fieldset className="seg corechoice">
      <legend className="sr">Chain shown</legend>
      {CHAIN_LETTERS.map((chain) => (
        <label key={chain}>
          <input type="radio" name="core" value={chain} className="sr" defaultChecked={chain === FIRST} />
          <ChainTag chain={CHAINS[chain].letter} />
          {CHAINS[chain].name}
        </label>
      ))}
    </fieldset>
  );
}
