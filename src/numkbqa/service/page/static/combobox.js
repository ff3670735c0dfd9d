// Suggestions below the question box: the ARIA combobox pattern with a list that the server renders.

const DELAY = 120;

export function combobox(input, list) {
  let timer = 0;
  let asking = new AbortController();

  const options = () => [...list.children];
  const selected = () => options().findIndex((option) => option.getAttribute("aria-selected") === "true");

  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-controls", list.id);
  close();

  function close() {
    clearTimeout(timer);
    asking.abort();
    list.hidden = true;
    list.replaceChildren();
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }

  function select(place) {
    options().forEach((option, at) => option.setAttribute("aria-selected", String(at === place)));
    const option = options()[place];
    if (option) input.setAttribute("aria-activedescendant", option.id);
    else input.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  }

  function take(option) {
    input.value = option.dataset.question;
    close();
    input.focus();
  }

  async function suggest() {
    asking.abort();
    asking = new AbortController();
    const address = new URL(input.dataset.suggest, location.href);
    address.searchParams.set("q", input.value);
    try {
      const response = await fetch(address, { signal: asking.signal });
      if (response.ok) show(await response.text());
    } catch (error) {
      if (error.name !== "AbortError") close();
    }
  }

  function show(html) {
    list.innerHTML = html;
    const any = list.childElementCount > 0 && document.activeElement === input;
    list.hidden = !any;
    input.setAttribute("aria-expanded", String(any));
    select(-1);
  }

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(suggest, DELAY);
  });
  input.addEventListener("blur", close);
  input.form.addEventListener("submit", close);
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      close();
    } else if (event.key === "Enter" && selected() >= 0) {
      event.preventDefault();
      take(options()[selected()]);
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !list.hidden) {
      event.preventDefault();
      const places = options().length + 1; // one place is the box itself
      const step = event.key === "ArrowDown" ? 1 : places - 1;
      select(((selected() + 1 + step) % places) - 1);
    }
  });
  // Before the box loses its focus, which would close the list.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const option = event.target.closest("[role='option']");
    if (option) take(option);
  });
}
