/**
 * Shows a page of its own while the service cannot be reached. It stores that one page and nothing else: no response of the service, since
 * what a workspace holds stays with those who are signed in.
 */
const CACHE = 'troupe-offline-1';
const OFFLINE = '/app/offline.html';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.add(OFFLINE))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  // all other requests take their way as if this were not here
  if (event.request.mode !== 'navigate') return;
  event.respondWith(fetch(event.request).catch(() => caches.match(OFFLINE)));
});

// what needs a person: the service says it in a sentence, and which page is about it (docs/dashboard.md, Notifications)
self.addEventListener('push', (event) => {
  const message = readMessage(event.data);
  event.waitUntil(
    self.registration.showNotification(message.title, {
      body: message.body,
      tag: message.tag,
      icon: '/app/icon-192.png',
      data: { url: message.url },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.url));
});

/** A browser has to show something for every push, also for one that it cannot read. */
function readMessage(data) {
  try {
    const { title, body, tag, url } = data.json();
    // a page of the dashboard alone
    return { title, body, tag, url: url.startsWith('/app/') ? url : '/app' };
  } catch {
    return { title: 'Troupe', body: 'Something needs you.', tag: 'unknown', url: '/app' };
  }
}

/** Shows the page in a window of the dashboard that is open, or else in a new one. */
async function openPage(url) {
  const windows = await self.clients.matchAll({ type: 'window' });
  const [open] = windows.filter((one) => new URL(one.url).pathname.startsWith('/app'));
  if (open === undefined) return self.clients.openWindow(url);
  // a browser that does not let it come to the front shows the page all the same
  await open.focus().catch(() => undefined);
  return open.navigate(url);
}
