// "The same bits on your machine": a worker plays the scenario, and its hash is compared with the committed one.

const part = (id) => document.getElementById(id);

function listen(worker) {
    const began = performance.now();
    let committed = "";
    worker.onmessage = ({ data: line }) => {
        const [kind, ...words] = line.split(" ");
        if (kind === "ticks") {
            const [ticks, , all] = words.map(Number);
            const perSecond = Math.round(ticks / ((performance.now() - began) / 1e3));
            part("bits_ticks").textContent = `${ticks} of ${all} ticks, ${perSecond} per second`;
        } else if (kind === "committed") {
            committed = words.join(" ");
            part("bits_committed").textContent = committed;
        } else if (kind === "hash") {
            const here = words.join(" ");
            part("bits_here").textContent = here;
            part("bits_verdict").textContent = here === committed ? "Equal, bit for bit." : "Not equal.";
            worker.terminate();
        }
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
