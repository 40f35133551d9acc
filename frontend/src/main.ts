import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { apply } from "./lib/settings.svelte";

apply();
mount(App, { target: document.getElementById("app") as HTMLElement });

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // Trusted Types: this is the only address that may become a script
  const { trustedTypes } = window as unknown as {
    trustedTypes?: {
      createPolicy(name: string, rules: object): { createScriptURL(url: string): string };
    };
  };
  const policy = trustedTypes?.createPolicy("worker", { createScriptURL: (url: string) => url });
  void navigator.serviceWorker.register(policy?.createScriptURL("/worker.js") ?? "/worker.js");
}
