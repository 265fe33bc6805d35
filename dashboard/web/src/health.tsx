import { clockOffMs, type PublicState } from "./store";
import { words } from "./words";

type Device = PublicState["devices"][number];

const SIGNS: Record<string, string> = {
  ok: "M9.200 16.600L4.800 12.200l-1.800 1.800 6.200 6.200L21.500 7.900l-1.800-1.800z",
  degraded: "M12 2.500L23 21.500H1zM11 9v6h2V9zm0 7.500v2h2v-2z",
  lost: "M18.400 3.800L12 10.200 5.600 3.800 3.800 5.600l6.400 6.400-6.400 6.400 1.800 1.800 6.400-6.400 6.400 6.400 1.800-1.800-6.400-6.400 6.400-6.400z",
};
const CLOCK_MATTERS_MS = 1000;

type Entry = { key: string; state: string; name: string; detail: string };

/** What to show: every device with something wrong by itself, those of a kind that are well together. */
function entriesOf(devices: readonly Device[]): Entry[] {
  const roles = [...new Set(devices.map((device) => device.role))];
  return roles.flatMap((role) => {
    const all = devices.filter((device) => device.role === role);
    const well = all.filter((device) => device.state === "ok" && device.detail === "");
    const rest = all.filter((device) => !well.includes(device)).map((device) => ({
      key: device.id,
      state: device.state,
      name: all.length === 1 ? words.role(role) : words.capital(device.id.replaceAll("-", " ")),
      detail: device.detail === "" ? (words.deviceState[device.state] ?? device.state) : device.detail,
    }));
    if (well.length === 0) return rest;
    const name = well.length === 1 ? words.role(role) : words.several(role, well.length);
    return [{ key: role, state: "ok", name, detail: "" }, ...rest];
  });
}

/** Every device and camera with its state in a sign and a word. */
export function Health({ state }: { state: PublicState }) {
  const clockOff = Math.abs(clockOffMs.value);
  const entries = [
    ...entriesOf(state.devices),
    ...(clockOff > CLOCK_MATTERS_MS ? [{ key: "clock", state: "degraded", name: words.clock, detail: words.clockOff(clockOff / 1000) }] : []),
  ];
  return (
    <section class="health" aria-label={words.devices}>
      {state.devices.length === 0 && <span class="none">{words.noDevices}</span>}
      <ul>
        {entries.map((entry) => (
          <li key={entry.key} class={`device ${entry.state}`}>
            <svg viewBox="0 0 24 24" aria-hidden="true"><path fill-rule="evenodd" d={SIGNS[entry.state] ?? SIGNS.degraded!} /></svg>
            <span class="device-name">{entry.name}</span>
            <span class={entry.detail === "" ? "sr" : "device-state"}>{entry.detail === "" ? words.deviceState.ok : entry.detail}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
