/** Keep the screen of a tablet on while the page is looked at, where the browser allows it (https or localhost). */
export function stayAwake(): void {
  if (!("wakeLock" in navigator)) return;
  const ask = () => {
    if (document.visibilityState === "visible") navigator.wakeLock.request("screen").catch(() => undefined);
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}
