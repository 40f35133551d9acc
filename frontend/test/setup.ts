/** What the pages need from a browser as soon as they load, for tests without one. */

globalThis.matchMedia = () =>
  ({ matches: false, addEventListener() {} }) as unknown as MediaQueryList;
