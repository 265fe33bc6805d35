// Prints, as JSON, every SVG a React bundle of drawings would show: node bundled_svg.mjs index.esm.js
import { readFileSync } from "node:fs";

const KEPT = new Set(["viewBox", "preserveAspectRatio", "patternUnits", "patternTransform", "gradientUnits",
  "gradientTransform", "clipPathUnits", "maskUnits"]);
const RENAMED = { xlinkHref: "xlink:href", xmlnsXlink: "xmlns:xlink", className: "class" };

function attributeName(prop) {
  return RENAMED[prop] ?? (KEPT.has(prop) ? prop : prop.replace(/[A-Z]/g, (letter) => "-" + letter.toLowerCase()));
}

function attribute([prop, value]) {
  const style = () => Object.entries(value).map(([key, v]) => `${attributeName(key)}:${v}`).join(";");
  const text = String(typeof value === "object" ? style() : value);
  return ` ${attributeName(prop)}="${text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;")}"`;
}

function createElement(tag, props, ...inside) {
  const attributes = Object.entries(props ?? {}).filter(([, value]) => value != null).map(attribute).join("");
  return `<${tag}${attributes}>${inside.flat().filter((part) => part != null).join("")}</${tag}>`;
}

const source = readFileSync(process.argv[2], "utf8").replace(/^(import|export) .*$/gm, "");
const names = [...source.matchAll(/^const Svg(\w+) =/gm)].map((found) => found[1]);
const drawings = `return { ${names.map((name) => `"${name}": Svg${name}`).join(", ")} };`;
const made = new Function("React", "_extends", source + drawings)({ createElement }, Object.assign);
process.stdout.write(JSON.stringify(Object.fromEntries(names.map((name) => [name, made[name]({})]))));
