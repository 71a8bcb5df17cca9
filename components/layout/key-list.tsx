import { Key } from "@/components/ui/key";
import { NAVIGATION } from "./navigation";

/** Every shortcut and what it does. */
export function KeyList() {
  const rows: [string[], string][] = [
    [["/"], "Search"],
    [["j", "k"], "Next and previous row"],
    [["↵"], "Open the row"],
    [["c"], "Copy the row’s id"],
    [["[", "]"], "Previous and next block or page"],
    [["g", "h"], "Home"],
    ...NAVIGATION.map(({ key, label }): [string[], string] => [["g", key], label]),
    [["t"], "Theme"],
    [["?"], "This list"],
    [["esc"], "Close"],
  ];
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
      {rows.map(([keys, meaning]) => (
        <div key={meaning} className="contents">
          <dt className="flex gap-1">
            {keys.map((key) => (
              <Key key={key}>{key}</Key>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
