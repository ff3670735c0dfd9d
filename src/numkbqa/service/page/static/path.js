// The path from topic to answer, left to right, or downwards on a narrow page. It is a picture: nothing to drag.

import { colours, vendor } from "./vendor.js";

const FONT_SIZE = 15;

export async function drawPaths() {
  const drawings = [...document.querySelectorAll("[data-path]")];
  if (!drawings.length) return;
  try {
    await vendor("cytoscape.min.js");
  } catch {
    return; // the list below says the same
  }
  drawings.forEach(draw);
}

function draw(drawing) {
  drawing.hidden = false;
  drawing.replaceChildren();
  const elements = JSON.parse(drawing.dataset.path);
  const nodes = elements.filter((element) => element.group === "nodes");
  const downwards = drawing.clientWidth < 160 * nodes.length;
  nodes.forEach((node, place) => {
    node.data.width = Math.min(textWidth(node.data.label) + 26, 260);
    node.position = downwards ? { x: 0, y: place * 95 } : { x: 0, y: 0 };
  });
  if (!downwards) spread(nodes, elements);
  drawing.style.height = downwards ? `${95 * (nodes.length - 1) + 60}px` : "60px";
  const graph = cytoscape({
    container: drawing, elements, style: style(), layout: { name: "preset" },
    userZoomingEnabled: false, userPanningEnabled: false, boxSelectionEnabled: false, autoungrabify: true,
    autounselectify: true, maxZoom: 1,
  });
  graph.fit(undefined, 2);
  graph.pan({ x: 1 - graph.elements().boundingBox().x1 * graph.zoom(), y: graph.pan().y });
}

function spread(nodes, elements) {
  let right = 0;
  nodes.forEach((node, place) => {
    if (place) {
      const edge = elements.find((element) => element.data.id === `e${place - 1}`);
      right += textWidth(edge.data.label) + 70;
    }
    node.position.x = right + node.data.width / 2;
    right += node.data.width;
  });
}

function textWidth(text) {
  const context = document.createElement("canvas").getContext("2d");
  context.font = `${FONT_SIZE}px ${colours().sans}`;
  return context.measureText(text).width;
}

function style() {
  const { ground, ink, quiet, accent, bar, sans } = colours();
  return [
    {
      selector: "node",
      style: {
        shape: "round-rectangle", width: "data(width)", height: 36, label: "data(label)", "font-family": sans,
        "font-size": FONT_SIZE, color: ink, "text-valign": "center", "text-wrap": "ellipsis", "text-max-width": 240,
        "background-color": ground, "border-width": 1, "border-color": bar, events: "no",
      },
    },
    { selector: "node[role = 'answer']", style: { color: ground, "background-color": accent, "border-color": accent } },
    {
      selector: "edge",
      style: {
        width: 1.2, "line-color": bar, "target-arrow-color": bar, "target-arrow-shape": "triangle", "arrow-scale": 0.9,
        "curve-style": "straight", label: "data(label)", color: quiet, "font-family": sans, "font-size": FONT_SIZE - 1,
        "text-background-color": ground, "text-background-opacity": 1, "text-background-padding": 4, events: "no",
      },
    },
  ];
}
