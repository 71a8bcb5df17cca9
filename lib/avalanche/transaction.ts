import { sha256 } from "#sha256";
import {
  type Fields,
  fieldOf,
  peekTypeId,
  readTypeId,
  type StructOf,
  struct,
  typeSpan,
} from "./codec/combinators";
import { CodecError, type Cursor } from "./codec/cursor";
import { versioned } from "./codec/fields";
import {
  annotate,
  decode,
  enclose,
  encode,
  type Format,
  type Layout,
  layout,
  type Span,
  spread,
} from "./codec/layout";
import type { Effect } from "./effects";
import { formatId } from "./ids";

/** Upgrades that introduced transaction types, oldest first. */
export type Upgrade = "apricot" | "banff" | "durango" | "etna" | "helicon";

/** Cost of a transaction for a node: database reads and writes, compute in microseconds. */
export interface Gas {
  reads: number;
  writes: number;
  compute?: number;
}

/** One transaction type: its encoding, its gas and its effects. */
export interface TxDefinition<Name extends string = string, Body = unknown> {
  /** Codec type id. */
  typeId: number;
  name: Name;
  since: Upgrade;
  /** Everything between the type id and the credentials. */
  layout: Layout<Body>;
  /** What P-Chain gas counts besides inputs, outputs and signatures; "none" if the type pays no gas. */
  gas(body: Body): Gas | "none";
  /** Effects of the transaction with id `txId` on the chain's state. @throws DataError */
  effects(body: Body, txId: Uint8Array): Effect[];
}

/** Defines a transaction type by the fields that follow its type id. */
export function defineTx<const Name extends string, F extends Fields>(parts: {
  typeId: number;
  name: Name;
  since: Upgrade;
  gas: Gas | "none" | ((body: StructOf<F>) => Gas);
  body: F;
  effects: (body: StructOf<F>, txId: Uint8Array) => Effect[];
}): TxDefinition<Name, StructOf<F>> {
  const { typeId, name, since, gas, body, effects } = parts;
  const gasOf = typeof gas === "function" ? gas : () => gas;
  return { typeId, name, since, layout: struct(body), gas: gasOf, effects };
}

/** A transaction with its signatures. */
export interface SignedTx<Name extends string, Body, Credential> {
  /** sha256 of `bytes`. */
  txId: Uint8Array;
  typeId: number;
  txType: Name;
  unsigned: Body;
  /** One for each input in order, then one for an authorization if the type has one. */
  credentials: Credential[];
  /** Signed bytes with the codec version first, also if the transaction was part of a block, which omits it. */
  bytes: Uint8Array;
  /** What is signed: `bytes` up to the credentials. */
  unsignedBytes: Uint8Array;
}

/** The transactions of a chain, distinguished by `txType`. */
export type TxOf<D, Credential> =
  D extends TxDefinition<infer Name, infer Body> ? SignedTx<Name, Body, Credential> : never;

/** Functions for all transactions of a chain, derived from its definitions. */
export interface TxCodec<T> {
  /** Inside a block: without a codec version. */
  nested: Layout<T>;
  /** On its own: codec version first. @throws DataError */
  decode(signedBytes: Uint8Array): T;
  encode(tx: T): Uint8Array;
  annotate(signedBytes: Uint8Array, format: Format): Span[];
  /** @throws DataError if a message inside does not fit the type */
  effectsOf(tx: T): Effect[];
  /** See `TxDefinition`. */
  gasOf(tx: T): Gas | "none";
}

/** Makes the codec of all transactions of a chain. */
export function txCodec<D extends TxDefinition, C>(
  definitions: readonly D[],
  credentials: Layout<C[]>,
): TxCodec<TxOf<D, C>> {
  type T = TxOf<D, C>;
  const byTypeId = new Map<number, TxDefinition>(definitions.map((each) => [each.typeId, each]));
  const definitionOf = (tx: SignedTx<string, unknown, C>) => byTypeId.get(tx.typeId) as TxDefinition;

  const read = (cursor: Cursor): T => {
    const start = cursor.offset;
    const definition = readTypeId(cursor, byTypeId);
    const unsigned = readField("unsigned", definition.layout, cursor);
    const unsignedEnd = cursor.offset;
    const signatures = readField("credentials", credentials, cursor);
    const bytes = cursor.slice(start, cursor.offset, VERSION_BYTES);
    const tx: SignedTx<string, unknown, C> = {
      txId: sha256(bytes),
      typeId: definition.typeId,
      txType: definition.name,
      unsigned,
      credentials: signatures,
      bytes,
      unsignedBytes: bytes.subarray(0, VERSION_BYTES + unsignedEnd - start),
    };
    return tx as T;
  };
  const show = (tx: T) => tx.txType;
  const nested = layout<T>({
    minSize: 8,
    read,
    write(writer, tx) {
      writer.u32(tx.typeId);
      definitionOf(tx).layout.write(writer, tx.unsigned);
      credentials.write(writer, tx.credentials);
    },
    toJson: (tx, format) => ({
      unsignedTx: definitionOf(tx).layout.toJson(tx.unsigned, format),
      credentials: credentials.toJson(tx.credentials, format),
      id: formatId(tx.txId),
    }),
    show,
    spans: (cursor, field, format) => [
      enclose({ read, show }, { cursor, field, format }, () => {
        const { name, layout: body } = peekTypeId(cursor, byTypeId);
        return [
          typeSpan(cursor, field, name),
          ...spread(body).spans(cursor, fieldOf(field, "unsigned", body), format),
          ...credentials.spans(cursor, fieldOf(field, "credentials", credentials), format),
        ];
      }),
    ],
  });
  const alone = versioned(nested);
  return {
    nested,
    decode: (signedBytes) => decode(alone, signedBytes),
    encode: (tx) => encode(alone, tx),
    annotate: (signedBytes, format) => annotate(alone, signedBytes, format),
    effectsOf: (tx) => definitionOf(tx).effects(tx.unsigned, tx.txId),
    gasOf: (tx) => definitionOf(tx).gas(tx.unsigned),
  };
}

/** Size of codec version 0, which precedes a transaction on its own. */
const VERSION_BYTES = 2;

function readField<T>(name: string, each: Layout<T>, cursor: Cursor): T {
  try {
    return each.read(cursor);
  } catch (error) {
    throw error instanceof CodecError ? error.within(name) : error;
  }
}
