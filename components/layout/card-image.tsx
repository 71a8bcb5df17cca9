import { type Card, drawable } from "./card";

interface CardImageProps extends Card {
  network: string;
  /** The explorer's name, and the colour of its mark. */
  by: string;
  accent: string;
}

/** What a card shows, in the few styles that its renderer knows: no sheet and no classes. */
export function CardImage({ kind, name, network, by, accent }: CardImageProps) {
  return (
    <div
      style={{
        display: "flex",
        flexDirection: "column",
        width: "100%",
        height: "100%",
        padding: 80,
        background: "#f4f7f9",
        color: "#11181e",
      }}
    >
      <div style={{ display: "flex", flexDirection: "column", gap: 16 }}>
        <Layer width={160} color={accent} />
        <Layer width={110} color="#11181e" />
        <Layer width={55} color="#11181e" />
      </div>
      <div style={{ display: "flex", marginTop: 96, fontSize: 40, color: "#444e58" }}>{drawable(kind)}</div>
      <div style={{ display: "flex", marginTop: 8, fontSize: 88, letterSpacing: -2 }}>{drawable(name)}</div>
      <div style={{ display: "flex", marginTop: "auto", fontSize: 32, color: "#5b6670" }}>
        {drawable(`${by} · ${network}, as its own node sees it`)}
      </div>
    </div>
  );
}

/** One layer of the mark. */
function Layer({ width, color }: { width: number; color: string }) {
  return <div style={{ display: "flex", width, height: 36, borderRadius: 10, background: color }} />;
}
