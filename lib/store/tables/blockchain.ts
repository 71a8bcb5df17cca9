/** A blockchain, from its CreateChainTx. Genesis data stays in the bytes. */
export interface BlockchainTable {
  /** Of the CreateChainTx, whose id is the blockchain's. */
  position: number;
  blockchain_id: Uint8Array;
  subnet_id: Uint8Array;
  vm_id: Uint8Array;
  name: string;
  /** From an EVM genesis; null for other chains. */
  evm_chain_id: number | null;
}
