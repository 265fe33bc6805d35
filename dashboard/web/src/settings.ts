/** How this page looks on this device; kept in the browser, unknown to the server. */

import { effect, signal } from "@preact/signals";

type Theme = "dark" | "light";

function kept(key: string): string | null {
  try {
    return localStorage.getItem(`drawtable.${key}`);
  } catch {
    return null; // storage may be forbidden; then a choice lasts as long as the page
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(`drawtable.${key}`, value);
  } catch {
    return;
  }
}

function firstTheme(): Theme {
  const chosen = kept("theme");
  return chosen === "light" ? "light" : "dark"; // card rooms are dim
}

export const theme = signal<Theme>(firstTheme());
export const fourColours = signal(kept("suits") !== "two");
/** Too narrow for an oval: seats become a list. */
export const isPhone = signal(false);

export function toggleTheme(): void {
  theme.value = theme.value === "dark" ? "light" : "dark";
  keep("theme", theme.value);
}

export function toggleSuits(): void {
  fourColours.value = !fourColours.value;
  keep("suits", fourColours.value ? "four" : "two");
}

/** Follow the settings on the document and the width of the window. */
export function applySettings(): void {
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
    document.documentElement.dataset.suits = fourColours.value ? "four" : "two";
  });
  const narrow = matchMedia("(max-width: 639px)");
  const follow = () => {
    isPhone.value = narrow.matches;
  };
  follow();
  narrow.addEventListener("change", follow);
}
