// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader has of a page in Chromium: the tree of accessibility, in reading order, and the lines that
// are told in live regions. Nothing here looks at the document itself.
import { within } from "./browser.mjs";

const regions = { log: "polite", alert: "assertive" };
const silent = new Set(["generic", "none", "RootWebArea", "paragraph", "InlineTextBox", "ListMarker", "LabelText",
    "strong", "LineBreak", "emphasis", "caption", "rowgroup"]);
const whole = new Set(["button", "heading", "textbox", "link", "row", "StaticText", "columnheader", "rowheader"]);
const spelled = { button: "button", textbox: "text field", heading: "heading", link: "link", StaticText: "text" };

// Nodes by id, and the root.
export class Tree {
    constructor(nodes) {
        this.nodes = new Map(nodes.map((node) => [node.nodeId, node]));
        this.root = nodes.find((node) => !node.parentId);
    }

    static async of(page) {
        const { nodes } = await page.ask("Accessibility.getFullAXTree", {});
        return new Tree(nodes);
    }

    children(node) {
        return (node.childIds ?? []).map((id) => this.nodes.get(id)).filter((child) => child);
    }

    // All of them, as they are read.
    * all(node = this.root) {
        yield node;
        for (const child of this.children(node)) {
            yield* this.all(child);
        }
    }

    text(node) {
        return [...this.all(node)].filter((each) => !each.ignored && each.role.value === "StaticText")
            .map((each) => each.name.value).join(" ").replace(/\s+/g, " ").trim();
    }

    property(node, name) {
        return node.properties?.find((each) => each.name === name)?.value?.value;
    }

    // At least so many of a role.
    has(role, number) {
        return [...this.all()].filter((node) => !node.ignored && node.role.value === role).length >= number;
    }

    focused() {
        const found = [...this.all()].filter((node) => !node.ignored && this.property(node, "focused"));
        return found.at(-1) ?? this.root;
    }

    // What stands in live regions: { id, text, live }, each line once, whatever it says.
    told() {
        const lines = [];
        for (const region of [...this.all()].filter((node) => !node.ignored && node.role.value in regions)) {
            const live = this.property(region, "live");
            for (const node of this.all(region)) {
                if (!node.ignored && node.role.value === "paragraph") {
                    lines.push({ id: node.backendDOMNodeId, text: this.text(node), live });
                }
            }
        }
        return lines;
    }

    // One sentence for each thing that is read; what is told in live regions is left out.
    sentences(node = this.root, depth = 0) {
        if (node.ignored || silent.has(node.role.value)) {
            return this.within(node, depth);
        }
        const own = " ".repeat(4 * depth) + this.sentence(node);
        return whole.has(node.role.value) || node.role.value in regions ? [own] : [own, ...this.within(node, depth + 1)];
    }

    // A paragraph is read in one go, but for its buttons.
    within(node, depth) {
        const deeper = this.children(node).flatMap((child) => this.sentences(child, depth));
        if (node.ignored || node.role.value !== "paragraph") {
            return deeper;
        }
        const isText = (line) => line.trimStart().startsWith("text ");
        const texts = deeper.filter(isText).map((line) => line.trimStart().slice(6, -1)).filter((words) => words);
        const text = texts.length > 0 ? [`${" ".repeat(4 * depth)}text "${texts.join(" ")}"`] : [];
        return [...text, ...deeper.filter((line) => !isText(line))];
    }

    // A row of a table, cell by cell.
    row(node) {
        const cells = [...this.all(node)].filter((each) => !each.ignored && /cell$|header$/.test(each.role.value));
        return `row ${cells.map((cell) => `"${cell.name?.value ?? ""}"`).join(" ")}`;
    }

    sentence(node) {
        const role = node.role.value;
        if (role === "row") {
            return this.row(node);
        }
        const name = node.name?.value?.replace(/\s+/g, " ").trim() ?? "";
        const level = this.property(node, "level");
        const expanded = this.property(node, "expanded");
        return [
            spelled[role] ?? role,
            role === "heading" ? ` ${level}` : "",
            name ? ` "${name}"` : "",
            node.description?.value ? `, described as "${node.description.value}"` : "",
            role in regions ? `, ${this.property(node, "live")}` : "",
            expanded === undefined ? "" : expanded ? ", open" : ", closed",
            this.property(node, "disabled") ? ", disabled" : "",
            node === this.focused() && node !== this.root ? ", here is the focus" : "",
        ].join("");
    }
}

// A player who has nothing but the tree and the keys.
export class Player {
    constructor(page) {
        this.page = page;
        this.told = []; // texts, each line that was new in a live region, in the order in which it came
        this.known = new Set();
        this.lives = new Set(); // how they were told: polite, assertive
    }

    async look() {
        const tree = await Tree.of(this.page);
        for (const { id, text, live } of tree.told()) {
            if (!this.known.has(id)) {
                this.known.add(id);
                this.lives.add(live);
                this.told.push(text);
            }
        }
        return tree;
    }

    // What find(tree) gives, once it gives something.
    until(find, what) {
        let isLate = false;
        const asked = async () => {
            while (!isLate) {
                const found = find(await this.look());
                if (found) {
                    return found;
                }
                await new Promise((resolve) => setTimeout(resolve, 20));
            }
            return null;
        };
        return within(asked(), `${what}; what was told:\n${this.told.join("\n")}`).finally(() => {
            isLate = true;
        });
    }

    // The number of lines that were told, once one from `from` on fits.
    hears(pattern, from = 0) {
        return this.until(() => {
            const found = this.told.findIndex((line, i) => i >= from && pattern.test(line));
            return found < 0 ? 0 : found + 1;
        }, String(pattern));
    }

    async focus() {
        const tree = await this.look();
        const node = tree.focused();
        return `${spelled[node.role.value] ?? node.role.value} "${node.name?.value ?? ""}"`;
    }

    async tabTo(pattern) {
        const passed = [];
        for (let i = 0; i < 40; ++i) {
            await this.page.key("Tab");
            passed.push(await this.focus());
            if (pattern.test(passed.at(-1))) {
                return;
            }
        }
        throw new Error(`no Tab leads to ${pattern}, but to ${passed.join(", ")}`);
    }

    async type(text) {
        for (const letter of text) {
            for (const type of ["keyDown", "keyUp"]) {
                await this.page.ask("Input.dispatchKeyEvent", { type, key: letter, text: type === "keyDown" ? letter : undefined });
            }
        }
        await this.page.key("Enter");
    }
}
