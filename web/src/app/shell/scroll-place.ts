/**
 * The scroll position of each page: a new page starts at its top, and going back restores the position. Browsers do
 * this for whole documents, but our pages are drawn too late for that.
 */
import { useEffect, useLayoutEffect } from 'react';

const places = new Map<string, number>();
let wentBack = false;
// registered before the router, because this is loaded before anything is drawn: so the page is drawn at once
window.addEventListener('popstate', () => {
  wentBack = true;
});
/** How long a page may take until it is as high as it was, ms. */
const PATIENCE_MS = 3_000;

/** @param path of the page that is shown: what comes behind the question mark filters it and is no other page */
export function useScrollPlace(path: string): void {
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const note = () => places.set(location.pathname, window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, []);
  useLayoutEffect(() => {
    const place = wentBack ? (places.get(location.pathname) ?? 0) : 0;
    wentBack = false;
    return goTo(place);
  }, [path]);
}

/** Scrolls there as soon as the page is high enough. @returns how to give it up */
function goTo(place: number): () => void {
  const isThere = () => {
    window.scrollTo(0, place);
    return Math.abs(window.scrollY - place) <= 1;
  };
  if (isThere()) return () => undefined;
  const watcher = new ResizeObserver(() => {
    if (isThere()) stop();
  });
  const stop = () => {
    watcher.disconnect();
    clearTimeout(timer);
    for (const name of HANDS) window.removeEventListener(name, stop);
  };
  const timer = setTimeout(stop, PATIENCE_MS);
  // a person who scrolls meanwhile is left alone
  for (const name of HANDS) window.addEventListener(name, stop, { passive: true });
  watcher.observe(document.body);
  return stop;
}

const HANDS = ['wheel', 'touchmove', 'keydown'];
