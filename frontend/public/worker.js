/** Caches the files of the site, so that it opens offline. Games need the server. */

const KEPT = "tilewright-1";
const SHELL = "/";
const MOST = 150; // files to keep; the oldest go first
const OFFLINE = ["/offline.html", "/offline.css", "/icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll(OFFLINE))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(page(request));
  } else if (pathname.startsWith("/assets/")) {
    event.respondWith(asset(request));
  } else if (OFFLINE.includes(pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(request)));
  }
});

/** All pages are one file: the last copy fetched opens the site when the server cannot be reached. */
async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(KEPT)).put(SHELL, answer.clone());
    return answer;
  } catch {
    return (await caches.match(SHELL)) ?? (await caches.match("/offline.html"));
  }
}

async function asset(request) {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(KEPT);
    await cache.put(request, answer.clone());
    const kept = (await cache.keys()).filter(({ url }) => url.includes("/assets/"));
    for (const old of kept.slice(0, -MOST)) await cache.delete(old);
  }
  return answer;
}
