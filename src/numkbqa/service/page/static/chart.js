// Charts: the server says what to draw (Vega-Lite), the page says in which colours and fonts.

import { colours, vendor } from "./vendor.js";

export async function drawCharts() {
  const figures = [...document.querySelectorAll("figure[data-chart]")];
  if (!figures.length) return;
  try {
    await vendor("vega.min.js", "vega-lite.min.js", "vega-embed.min.js");
  } catch {
    return; // the table beside the chart holds the same
  }
  for (const figure of figures) await draw(figure);
}

async function draw(figure) {
  figure.hidden = false;
  const specification = JSON.parse(figure.dataset.chart);
  const padding = { left: 0, right: 0, top: 0, bottom: 0 };
  const table = figure.parentElement.querySelector("table");
  if (table.getBoundingClientRect().left > figure.getBoundingClientRect().right) {
    // Side by side, each mark stands beside its row.
    padding.top = table.tHead.getBoundingClientRect().height;
    specification.height.step = table.tBodies[0].getBoundingClientRect().height / table.tBodies[0].rows.length;
  }
  // Expressions are interpreted, since the page's policy allows no code made of text.
  await vegaEmbed(figure.querySelector(".chart"), specification, {
    mode: "vega-lite", renderer: "svg", ast: true, logLevel: vega.Error, actions: false, tooltip: false, defaultStyle: false,
    config: config(), padding,
  });
}

function config() {
  const { ink, quiet, line, accent, bar, sans } = colours();
  return {
    background: "transparent", font: sans, view: { stroke: null },
    range: { category: [bar, accent], words: [ink, accent] },
    axis: {
      gridColor: line, labelColor: quiet, titleColor: quiet, labelFont: sans, titleFont: sans,
      labelFontSize: 13, titleFontSize: 13, titleFontWeight: 400, titlePadding: 8, titleAlign: "left", titleAnchor: "start",
      labelFlush: true, labelOverlap: true,
    },
    text: { font: sans, fontSize: 15, limit: 260 },
    style: { rail: { color: line } },
  };
}
