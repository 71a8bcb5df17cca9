import { AccountLink } from "@/components/evm/account-link";
import { type EvmChain, gasPriceUnit } from "@/components/evm/chain";
import { Amount } from "@/components/ui/amount";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { Panel } from "@/components/ui/panel";
import { Tag } from "@/components/ui/tag";
import type { ChainRules } from "@/lib/contract/firn/chain-rules";
import { hrefTo } from "@/lib/contract/pages";
import { formatTime, groupDigits, plural } from "@/lib/words/format";

interface ChainRulesProps {
  chain: EvmChain;
  rules: ChainRules;
}

/** What a chain of an L1 allows, and to whom: fees, roles, and what is switched on. */
export function ChainRulesPanel({ chain, rules }: ChainRulesProps) {
  const { without, upgrades, precompiles, fees, rewards, changes } = rules;
  const title = `Rules of ${chain.name}`;
  if (without !== undefined) return <Panel id="rules" title={title} aside="not known" note={without} />;
  const active = upgrades.filter(({ isActive }) => isActive).map(({ name }) => name);
  return (
    <Panel id="rules" title={title} aside="as its node applies them after the last block">
      <KeyValue>
        {fees === undefined ? (
          <Fact label="Fees">
            <span className="text-ink-3">not known: the node did not say</span>
          </Fact>
        ) : (
          <FeeRows chain={chain} fees={fees} />
        )}
        {rewards !== undefined && (
          <Fact label="Fees go to">
            {rewards.feeRecipientsAllowed ? (
              "whom the block’s producer names"
            ) : (
              <AccountLink chain={chain} account={rewards.address} none="nobody: they are burned" />
            )}
          </Fact>
        )}
        {precompiles.map((precompile) => (
          <PrecompileRow key={precompile.contract.address} chain={chain} precompile={precompile} />
        ))}
        <Fact label="Upgrades">{active.join(", ")}</Fact>
        {changes.length > 0 && (
          <Fact label="By upgrade file">
            <ul>
              {changes.map(({ timestamp, contract, isOn, accountCount = 0 }) => (
                <li key={`${timestamp} ${contract?.address}`}>
                  <span className="text-ink-3">{formatTime(timestamp * 1000)}</span>{" "}
                  {contract === undefined
                    ? `${plural(accountCount, "account")} changed without a transaction`
                    : `${contract.name ?? contract.address} ${isOn ? "on" : "off"}`}
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </KeyValue>
    </Panel>
  );
}

function FeeRows({ chain, fees }: { chain: EvmChain; fees: NonNullable<ChainRules["fees"]> }) {
  return (
    <>
      <Fact
        label="A block may use"
        aside={`aims at a block every ${plural(Number(fees.targetBlockRate), "second")}`}
      >
        {`${groupDigits(fees.gasLimit)} gas`}
      </Fact>
      <Fact
        label="Lowest base fee"
        aside={
          fees.lastChangedBlock === "0" ? (
            "since the genesis"
          ) : (
            <>
              {"changed in block "}
              <HashLink
                value={fees.lastChangedBlock}
                href={hrefTo("block", { chain: chain.segment, id: fees.lastChangedBlock })}
                label="block"
                copy={false}
              />
            </>
          )
        }
      >
        <Amount value={fees.minBaseFee} decimals={9} unit={gasPriceUnit(chain)} />
      </Fact>
      <Fact
        label="Base fee moves"
        aside={`by up to 1/${groupDigits(fees.baseFeeChangeDenominator)} of itself`}
      >
        {`around ${groupDigits(fees.targetGas)} gas in 10 seconds`}
      </Fact>
      <Fact label="Block gas cost">
        {`${groupDigits(fees.minBlockGasCost)} to ${groupDigits(fees.maxBlockGasCost)}, in steps of ${groupDigits(fees.blockGasCostStep)}`}
      </Fact>
    </>
  );
}

interface PrecompileRowProps {
  chain: EvmChain;
  precompile: ChainRules["precompiles"][number];
}

function PrecompileRow({ chain, precompile }: PrecompileRowProps) {
  const { contract, isActive, since, hasRoles, roles, withoutRoles } = precompile;
  return (
    <Fact
      label={contract.name ?? contract.address}
      {...(withoutRoles !== undefined && { aside: withoutRoles })}
    >
      {!isActive ? (
        <span className="text-ink-3">
          off: {OFF[contract.name ?? ""] ?? "not part of this chain’s rules"}
        </span>
      ) : !hasRoles ? (
        <span>{since === undefined ? "on" : `on since ${formatTime(since * 1000)}`}</span>
      ) : roles.length === 0 ? (
        <span className="text-ink-3">on, and nobody is known to have a role</span>
      ) : (
        <ul className="grid gap-1">
          {roles.map(({ account, role }) => (
            <li key={account.address} className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <AccountLink chain={chain} account={account} />
              <Tag>{role}</Tag>
            </li>
          ))}
        </ul>
      )}
    </Fact>
  );
}

/** What holds while a list is off, by its name. */
const OFF: Record<string, string> = {
  "Deployer allow list": "everybody may create contracts",
  "Transaction allow list": "everybody may send transactions",
  "Native minter": "nobody mints coins",
  "Fee manager": "fees are those of the genesis and the upgrades",
  "Reward manager": "fees are as the genesis says",
};
