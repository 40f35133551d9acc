/** What the pages ask of a browser as soon as they are loaded, for tests without one. */

globalThis.matchMedia = () =>
  ({ matches: false, addEventListener() {} }) as unknown as MediaQueryList;
