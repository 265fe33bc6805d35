import { clockOffMs, type PublicState } from "./store";
import { words } from "./words";

type Device = PublicState["devices"][number];

const SIGNS: Record<string, string> = {
  ok: "M9.200 16.600L4.800 12.200l-1.800 1.800 6.200 6.200L21.500 7.900l-1.800-1.800z",
  degraded: "M12 2.500L23 21.500H1zM11 9v6h2V9zm0 7.500v2h2v-2z",
  lost: "M18.400 3.800L12 10.200 5.600 3.800 3.800 5.600l6.400 6.400-6.400 6.400 1.800 1.800 6.400-6.400 6.400 6.400 1.800-1.800-6.400-6.400 6.400-6.400z",
};
const CLOCK_MATTERS_MS = 1000;

/** The word for a device's part; its own name where several play the same. */
function nameOf(device: Device, all: readonly Device[]): string {
  const alone = all.filter((other) => other.role === device.role).length === 1;
  return alone ? words.role(device.role) : words.capital(device.id.replaceAll("-", " "));
}

/** Every device and camera with its state in a sign and a word. */
export function Health({ state }: { state: PublicState }) {
  return (
    <section class="health" aria-label={words.devices}>
      {state.devices.length === 0 && <span class="none">{words.noDevices}</span>}
      <ul>
        {state.devices.map((device) => (
          <li key={device.id} class={`device ${device.state}`} title={device.id}>
            <svg viewBox="0 0 24 24" aria-hidden="true"><path fill-rule="evenodd" d={SIGNS[device.state] ?? SIGNS.degraded!} /></svg>
            <span class="device-name">{nameOf(device, state.devices)}</span>
            <span class={`device-state${device.state === "ok" && device.detail === "" ? " sr" : ""}`}>
              {device.detail === "" ? (words.deviceState[device.state] ?? device.state) : device.detail}
            </span>
          </li>
        ))}
        {Math.abs(clockOffMs.value) > CLOCK_MATTERS_MS && (
          <li class="device degraded">
            <svg viewBox="0 0 24 24" aria-hidden="true"><path fill-rule="evenodd" d={SIGNS.degraded!} /></svg>
            <span class="device-state">{words.clockOff(Math.abs(clockOffMs.value) / 1000)}</span>
          </li>
        )}
      </ul>
    </section>
  );
}
