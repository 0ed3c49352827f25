/**
 * Loads a page's script. After an upgrade the scripts of an open tab no longer exist: then the tab is reloaded, once,
 * and gets the new ones.
 */
import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

const RELOADED = 'troupe.reloaded';

type Module = { default: ComponentType };

/** A page, and how to load its script before it is opened. */
export type LoadedPage = LazyExoticComponent<ComponentType> & { preload: () => void };

export function page(load: () => Promise<Module>): LoadedPage {
  const component = lazy(async () => {
    try {
      return await load();
    } catch (error) {
      if (!(await mayReload(error))) throw error;
      location.reload();
      return new Promise<Module>(() => {}); // nothing is drawn until the tab is loaded again
    }
  });
  // a failure is ignored here: opening the page loads its script again and shows the error
  return Object.assign(component, { preload: () => void load().catch(() => undefined) });
}

/** Not twice for the same script, and not while the service is down: the browser would show its own error page. */
async function mayReload(error: unknown): Promise<boolean> {
  const what = String(error);
  if (sessionStorage.getItem(RELOADED) === what) return false;
  try {
    const { ok } = await fetch('/app', { method: 'HEAD', cache: 'no-store' });
    if (ok) sessionStorage.setItem(RELOADED, what);
    return ok;
  } catch {
    return false; // the service cannot be reached
  }
}
