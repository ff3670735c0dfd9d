// Libraries are loaded when something is there to be drawn with them, once, from beside this file.

const loading = new Map();

export function vendor(...names) {
  return names.reduce((before, name) => before.then(() => load(name)), Promise.resolve());
}

function load(name) {
  if (!loading.has(name)) {
    const script = document.createElement("script");
    script.src = new URL(`vendor/${name}`, import.meta.url).href;
    const loaded = new Promise((resolve, reject) => {
      script.onload = resolve;
      script.onerror = () => reject(new Error(`${name} is not here: make assets`));
    });
    document.head.append(script);
    loading.set(name, loaded);
  }
  return loading.get(name);
}

export function colours() {
  const style = getComputedStyle(document.documentElement);
  const named = (name) => style.getPropertyValue(`--${name}`).trim();
  return {
    ground: named("ground"), ink: named("ink"), quiet: named("quiet"), line: named("line"),
    accent: named("accent"), bar: named("bar"), sans: named("sans"),
  };
}
