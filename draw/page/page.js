"use strict";
// The page: what the reader chose, and what is shown of it.

// Each operation with its arguments and what they are for.
const choices = {
	input: { args: {}, hint: "the array as it lies in its storage" },
	transpose: { args: { axes: "axes" }, hint: "the order of the axes; empty reverses them" },
	slice: { args: { at: "index" }, hint: "as between NumPy's brackets: 1:3, ::-1, ..., 0, newaxis" },
	expand: { args: { to: "to shape" }, hint: "axes of size 1 and new ones in front repeat; −1 keeps a size" },
	unfold: { args: { axis: "axis", size: "size", step: "step" }, hint: "windows of size elements, step apart" },
	reshape: { args: { to: "to shape" }, hint: "a view where the axes join, else a copy; one size may be −1" },
};

// state is all that the page shows.
const state = {
	input: data.input, // a form
	dtype: data.dtype, // {name, text, itemsize}
	order: "C",
	chain: [], // operations before the chosen one
	op: "input",
	args: {},
	at: 0, // element of the walk
};
for (const { op, args } of data.stages) {
	if (state.op !== "input") state.chain.push({ op: state.op, args: state.args });
	state.op = op;
	// every argument, in the order of a pipeline
	state.args = Object.fromEntries(Object.keys(choices[op].args).map((name) => [name, args[name] ?? ""]));
}

// usual are the arguments that an operation starts with.
function usual(op, form) {
	const rank = form.shape.length, last = form.shape.at(-1) ?? 1;
	switch (op) {
		case "transpose":
			return { axes: "" };
		case "slice":
			return { at: rank > 1 ? "1:,::2" : rank === 1 ? "::2" : "..." };
		case "expand":
			return { to: ["2", ...form.shape].join(",") };
		case "unfold":
			return { axis: String(Math.max(rank - 1, 0)), size: String(Math.min(3, last)), step: "1" };
		case "reshape":
			return { to: "-1" };
	}
	return {};
}

function stages() {
	return state.op === "input" ? state.chain : [...state.chain, { op: state.op, args: state.args }];
}

// show draws everything anew.
function show() {
	const input = state.input;
	const isPacked = ["C", "F"].some((o) => String(packed(input.itemsize, input.shape, o).strides) === String(input.strides) && input.offset === 0);
	byId("strides").textContent = `strides ${tuple(input.strides)} bytes${isPacked ? "" : `, offset ${input.offset} (as given)`}`;
	byId("chain").replaceChildren(...state.chain.map((s, i) => {
		const remove = html("button", { type: "button", "aria-label": `remove ${stageText(s)}` }, "×");
		remove.addEventListener("click", () => {
			state.chain.splice(i, 1);
			show();
		});
		return html("li", {}, stageText(s), " ", remove);
	}));
	for (const b of byId("operations").children) {
		if (b.dataset.op) b.setAttribute("aria-pressed", String(b.dataset.op === state.op));
	}
	byId("command").textContent = command();
	let panels;
	try {
		panels = apply(input, stages());
	} catch (e) {
		if (!(e instanceof Refusal)) throw e;
		byId("error").textContent = e.message;
		byId("result").classList.add("stale");
		return;
	}
	byId("error").textContent = "";
	byId("result").replaceChildren(...panels.flatMap(drawPanel));
	follow(panels.at(-1).form);
}

// shell quotes a word for a shell where it needs it.
function shell(word) {
	return /^[-\w.,:=+]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

// command is what draws the same in a terminal.
function command() {
	const { shape, strides, offset, itemsize } = state.input;
	const list = (s) => (s.length === 0 ? "()" : s.join(","));
	let text = `ndtool draw --shape ${shell(list(shape))} --dtype ${shell(state.dtype.text)}`;
	if (String(packed(itemsize, shape).strides) !== String(strides)) text += ` --strides=${shell(list(strides))}`;
	if (offset !== 0) text += ` --offset ${offset}`;
	// without the quotes that a pipeline does not need
	const plain = ({ op, args }) => [op, ...Object.values(args).map((s) => s.replace(/\s+/g, "")).filter((s) => s !== "")].join(" ");
	return `${text} ${shell(stages().map(plain).join(" | "))}`;
}

// follow prepares the walk over the elements of the last view.
let elements = [];
function follow(form) {
	const drawn = product(form.shape) === 0 ? { elements: [] } : cellsOf(form);
	elements = drawn.elements;
	const slider = byId("walk");
	slider.max = Math.max(elements.length - 1, 0);
	slider.disabled = byId("play").disabled = elements.length === 0;
	point(Math.min(state.at, elements.length - 1));
}

// point shows one element of the walk: its cells, and how its address comes about.
function point(i) {
	state.at = Math.max(i, 0);
	const last = document.querySelector("#result .view:last-of-type");
	for (const cursor of document.querySelectorAll("#result .cursor")) cursor.remove();
	if (i < 0 || !last) {
		byId("address").textContent = "";
		return;
	}
	byId("walk").value = i;
	for (const g of last.querySelectorAll(`[data-elements*=" ${i} "]`)) {
		const cursor = g.firstChild.cloneNode();
		cursor.setAttribute("class", "cursor");
		cursor.removeAttribute("fill");
		g.parentNode.append(cursor);
	}
	const { index, number, offset } = elements[i];
	const form = apply(state.input, stages()).at(-1).form;
	const terms = index.map((n, k) => `${n}·${form.strides[k]}`);
	byId("address").textContent = `element ${tuple(index)}, place ${number}: ${[form.offset, ...terms].join(" + ")} = byte ${offset}`;
}

let timer;
function play() {
	if (timer) {
		clearInterval(timer);
		timer = undefined;
		byId("play").textContent = "play the walk";
		return;
	}
	byId("play").textContent = "stop";
	if (state.at >= elements.length - 1) point(0);
	timer = setInterval(() => {
		if (state.at + 1 >= elements.length) play();
		else point(state.at + 1);
	}, 350);
}

// choose switches to an operation, with its usual arguments.
function choose(op) {
	let before = state.input;
	try {
		before = apply(state.input, state.chain).at(-1).form;
	} catch (e) {
		if (!(e instanceof Refusal)) throw e; // show will tell it
	}
	state.op = op;
	state.args = usual(op, before);
	fields();
	show();
}

// fields makes the inputs of the operation's arguments.
function fields() {
	const { args, hint } = choices[state.op];
	const inputs = Object.entries(args).map(([name, label]) => {
		const input = html("input", { id: `argument-${name}`, size: name === "axis" || name === "size" || name === "step" ? 4 : 16, spellcheck: "false", autocomplete: "off" });
		input.value = state.args[name] ?? "";
		input.addEventListener("input", () => {
			state.args = { ...state.args, [name]: input.value };
			show();
		});
		return html("label", {}, `${label} `, input);
	});
	byId("arguments").replaceChildren(...inputs, html("span", { class: "hint" }, hint));
}

// begin puts another array at the start.
function begin() {
	try {
		const dtype = data.dtypes[byId("dtype").selectedIndex];
		const input = packed(dtype.itemsize, parseInts(byId("shape").value), byId("order").value);
		Object.assign(state, { input, dtype });
	} catch (e) {
		if (!(e instanceof Refusal)) throw e;
		byId("error").textContent = `shape: ${e.message}`;
		return;
	}
	show();
}

byId("shape").value = state.input.shape.length === 0 ? "()" : state.input.shape.join(",");
byId("dtype").append(...data.dtypes.map((d) => html("option", {}, d.name)));
byId("shape").addEventListener("input", begin);
for (const id of ["dtype", "order"]) byId(id).addEventListener("change", begin);
for (const op of Object.keys(choices)) {
	const b = html("button", { type: "button", "data-op": op }, op);
	b.addEventListener("click", () => choose(op));
	byId("operations").append(b);
}
const another = html("button", { type: "button", id: "another" }, "+ another after it");
another.addEventListener("click", () => {
	if (state.op === "input" || byId("error").textContent !== "") return;
	state.chain.push({ op: state.op, args: state.args });
	choose("input");
});
byId("operations").append(another);
byId("play").addEventListener("click", play);
byId("walk").addEventListener("input", () => point(Number(byId("walk").value)));
window.addEventListener("resize", show);
fields();
show();
