/** The deeds the desk offers just now. */

import { act } from "./link";
import { busy, desk, type Action, type Desk } from "./store";

function primary(state: Desk): Action | undefined {
  return (state.actions ?? []).find((action) => action.primary && action.enabled !== false);
}

/** Let the space bar press the first primary button, wherever the focus is not on something of its own. */
export function pressByKey(): void {
  addEventListener("keydown", (event) => {
    const target = event.target as Element | null;
    if (event.key !== " " || event.repeat || target?.closest("button, [role=button], input") !== null) return;
    const action = desk.value === null ? undefined : primary(desk.value);
    if (action === undefined || busy.value) return;
    event.preventDefault();
    void act(action.name);
  });
}

export function Buttons({ state }: { state: Desk }) {
  const first = primary(state);
  const waiting = (state.actions ?? []).filter((action) => action.enabled === false && action.why);
  return (
    <div class="desk-actions">
      {waiting.map((action) => <p key={action.name} class="none">{action.why}</p>)}
      <div class="buttons">
        {(state.actions ?? []).map((action) => (
          <button key={action.name} type="button" class={action.primary ? "primary" : ""} data-action={action.name}
            disabled={action.enabled === false || busy.value} onClick={() => void act(action.name)}>
            {action.label}{action === first && <kbd aria-hidden="true">space</kbd>}
          </button>
        ))}
      </div>
    </div>
  );
}
