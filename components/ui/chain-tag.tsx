/** The chains that have a letter and a colour of their own. */
export type ChainLetter = "P" | "X" | "C" | "L1";

/** The letter of a chain in a tinted square, 20 px or, `large`, 28 px. */
export function ChainTag({ chain, large = false }: { chain: ChainLetter; large?: boolean }) {
  const name = chain === "L1" ? "L1" : `${chain}-Chain`;
  return (
    <span className={`ctag ctag-${chain}${large ? " ctag-lg" : ""}`} title={name}>
      {chain}
    </span>
  );
}
