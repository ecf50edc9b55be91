// The section "The same bits on your machine": runs the scenario in a worker, and compares its hashes with the committed ones.

const part = (id) => document.getElementById(id);

function listen(worker) {
    const began = performance.now();
    const here = {};
    const handlers = {
        after: ([ticks, , all]) => {
            const perSecond = Math.round(ticks / ((performance.now() - began) / 1e3));
            part("bits_ticks").textContent = `${ticks} of ${all} ticks, ${perSecond} per second`;
        },
        hash: ([hash]) => (here.hash = hash),
        any: ([hash]) => (here.any = hash),
        drawn: ([hash]) => (here.drawn = hash),
        // This is the last line of the output.
        committed: (words) => {
            const hashes = [here.hash, here.any, here.drawn].join(" ");
            part("bits_here").textContent = hashes;
            part("bits_committed").textContent = words.join(" ");
            part("bits_verdict").textContent = hashes === words.join(" ") ? "Equal, bit for bit." : "Not equal.";
            worker.terminate();
        },
    };
    worker.onmessage = ({ data: line }) => {
        const [kind, ...words] = line.split(/ +/);
        handlers[kind]?.(words);
    };
    worker.onerror = (event) => {
        part("bits_verdict").textContent = `It does not run here: ${event.message}`;
    };
}

export function offerBits() {
    part("bits_run").addEventListener("click", () => {
        part("bits_run").disabled = true;
        listen(new Worker(new URL("worker.js", import.meta.url), { type: "module" }));
    });
}
