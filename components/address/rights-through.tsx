import { AccountLink } from "@/components/evm/account-link";
import type { EvmChain } from "@/components/evm/chain";
import { EventLine } from "@/components/evm/event-line";
import { Amount } from "@/components/ui/amount";
import { HashLink } from "@/components/ui/hash-link";
import { Panel } from "@/components/ui/panel";
import type { listRightsThrough } from "@/lib/contract/firn/approvals";
import { hrefTo } from "@/lib/contract/pages";
import type { RouteBody } from "@/lib/contract/route";
import { headTail } from "@/lib/words/format";
import { amountOfRight, atRiskOf, untilOf } from "./account-lists";
import { RightAmount } from "./right-amount";

const ONLY_THE_NEWEST = "These are the newest; the API lists all of them.";
const NONE_OF_THE_NEWEST = "None of the newest stands; the API goes on with older ones.";

interface RightsThroughProps {
  chain: EvmChain;
  /** Rights of one spender, the newest first. */
  page: RouteBody<typeof listRightsThrough>;
}

/** What a spender may have moved by contracts such as Permit2, which owners have told so. */
export function RightsThrough({ chain, page: { rights, unread, nextPageToken } }: RightsThroughProps) {
  if (rights.length === 0 && unread.length === 0 && nextPageToken === undefined) return null;
  const notes = [
    ...(unread.length > 0 ? [`Events of these blocks are not stored: ${unread.join("; ")}.`] : []),
    ...(nextPageToken === undefined ? [] : [rights.length === 0 ? NONE_OF_THE_NEWEST : ONLY_THE_NEWEST]),
  ];
  return (
    <Panel
      className="mt-4"
      title="Through other contracts"
      aside="such as Permit2, which owners allowed to move their tokens for this address"
      {...(notes.length > 0 && { note: notes.join(" ") })}
    >
      <ul>
        {rights.map((right) => {
          const { token, owner, through, txHash, blockTimestamp, isConfirmed, expiresAt } = right;
          const atRisk = atRiskOf(token, [right.left, right.leftToThrough, right.balance]);
          const contract = { chain: chain.segment, contract: token.address };
          return (
            <EventLine
              key={`${through.address}-${owner.address}-${token.address}`}
              chain={chain}
              txHash={txHash}
              time={blockTimestamp}
            >
              <HashLink
                value={token.address}
                name={token.name || headTail(token.address)}
                href={hrefTo("token", contract)}
                label="token"
                copy={false}
              />
              <span>
                <RightAmount
                  amount={amountOfRight(right)}
                  until={untilOf(expiresAt)}
                  isUnconfirmed={!isConfirmed}
                />
              </span>
              {atRisk !== undefined && (
                <span className="text-small text-ink-3">
                  <Amount {...atRisk} most={9} /> can be taken now
                </span>
              )}
              <span className="text-id text-ink-3">of</span>
              <AccountLink chain={chain} account={owner} copy={false} />
              <span className="text-id text-ink-3">through</span>
              <AccountLink chain={chain} account={through} copy={false} />
            </EventLine>
          );
        })}
      </ul>
    </Panel>
  );
}
