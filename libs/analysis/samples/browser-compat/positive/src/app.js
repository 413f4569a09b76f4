export async function locate() {
  const battery = await navigator.getBattery();
  const idle = new IdleDetector();
  requestIdleCallback(() => idle.start());
  return battery.level;
}
