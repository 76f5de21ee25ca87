// @ts-check
// A SharedWorker with one EventSource for all tabs of a browser: with six of them, the browser
// would block all further requests. A tab sends "hello" with the pitch that it wants, "alive" every
// few seconds, and "bye".
import { Stream } from "./stream.js";

/** The time after which a silent tab counts as closed: browsers run the timers of a hidden tab only
 * once a minute. */
const forgottenMilliseconds = 150_000;
const sweepMilliseconds = 30_000;
const answerMilliseconds = 8_000;
const againMilliseconds = 2_000;
const all = "*";

/**
 * A tab: the pitch that it wants, empty for the usual one, "*" for all; and its last word.
 * @typedef {{pitch: string, heardAt: number}} Tab
 */

/** @type {Map<MessagePort, Tab>} */
const tabs = new Map();
/**
 * The last state of each pitch.
 * @type {Map<string, any>}
 */
const states = new Map();
/**
 * The pitches that are lost as of the last beat; null while there is none.
 * @type {string[] | null}
 */
let lost = null;
/** True while the stream is open. */
let isOpen = false;
/** The name of the usual pitch, once it is known. */
let usual = "";
let isRequesting = false;

/** @typedef {{pitch: string, stream: Stream}} Source */

/** @type {Source | null} */
let source = null;
/**
 * The source that replaces the present one as soon as it is open.
 * @type {Source | null}
 */
let next = null;

/** The pitch that all tabs want; "*", all pitches, if they want different ones. */
function wanted() {
    const pitches = new Set([...tabs.values()].map(({ pitch }) => pitch));
    return pitches.size === 1 ? [...pitches][0] ?? all : all;
}

/** @param {string} pitch @returns {Source} */
function newSource(pitch) {
    /** @type {Source} */
    const made = { pitch, stream: new Stream(pitch, (message) => take(made, message)) };
    made.stream.open();
    return made;
}

/** Opens the source that the tabs want; the one before it stays until the new one is open. */
function connect() {
    if (tabs.size === 0) return disconnect();
    const pitch = wanted();
    if (pitch === all) void requestUsual();
    if (pitch === (next ?? source)?.pitch) return;
    next?.stream.close();
    next = null;
    if (!source) source = newSource(pitch);
    else if (pitch !== source.pitch) next = newSource(pitch);
}

function disconnect() {
    next?.stream.close();
    source?.stream.close();
    next = source = null;
    // All that is missed from now on is not known when the next tab comes.
    states.clear();
    lost = null;
    isOpen = false;
}

/** @param {Source} from @param {import("./stream.js").StreamMessage} message */
function take(from, message) {
    if (from === next && message.type === "open") {
        source?.stream.close();
        [source, next] = [next, null];
        lost = null;
        forgetOthers(source.pitch);
    }
    if (from !== source) return;
    switch (message.type) {
    case "state":
        if (from.pitch === "") usual = message.state.pitch;
        states.set(message.state.pitch, message.state);
        for (const [port, { pitch }] of tabs) {
            if (wants(pitch, message.state.pitch)) port.postMessage(message);
        }
        break;
    case "beat":
        lost = message.lost;
        for (const [port, { pitch }] of tabs) sendBeat(port, pitch);
        break;
    default:
        isOpen = message.type === "open";
        if (!isOpen) lost = null;
        for (const port of tabs.keys()) port.postMessage(message);
    }
}

/** Forgets the states of pitches from which nothing comes any more. */
function forgetOthers(/** @type {string} */ pitch) {
    for (const name of [...states.keys()]) if (!wants(pitch, name)) states.delete(name);
}

/** @param {string} pitch That of a tab. @param {string} name */
function wants(pitch, name) {
    return pitch === all || (pitch || usual) === name;
}

/**
 * Informs a tab that the server is there, and which of its pitches are lost. A pitch from which
 * nothing has come yet, or that is not there, has no beat.
 * @param {MessagePort} port @param {string} pitch
 */
function sendBeat(port, pitch) {
    if (!lost) return;
    const theirs = lost.filter((name) => wants(pitch, name));
    const hasBeat = theirs.length > 0 || source?.pitch === pitch || states.has(pitch || usual);
    if (hasBeat) port.postMessage({ type: "beat", lost: theirs });
}

/** Asks for the name of the usual pitch, which is one of many in the states of all. */
async function requestUsual() {
    if (usual || isRequesting) return;
    isRequesting = true;
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), answerMilliseconds);
    try {
        const options = { cache: /** @type {const} */ ("no-store"), signal: abort.signal };
        const answer = await (await fetch("/api/pitches", options)).json();
        usual = String(answer.usual ?? "");
        for (const [port, { pitch }] of tabs) if (pitch === "") sendKnown(port, pitch);
    } catch {
        // The server is away, or has too much to do.
    }
    clearTimeout(timer);
    isRequesting = false;
    if (!usual) setTimeout(connect, againMilliseconds);
}

/** @param {MessagePort} port @param {string} pitch */
function sendKnown(port, pitch) {
    for (const [name, state] of states) {
        if (!wants(pitch, name)) continue;
        port.postMessage({ type: "state", state: { ...state, reason: "snapshot" } });
    }
    sendBeat(port, pitch);
}

/** @param {MessagePort} port @param {string} pitch */
function remember(port, pitch) {
    const isNew = !tabs.has(port);
    tabs.set(port, { pitch, heardAt: performance.now() });
    if (isNew) {
        sendKnown(port, pitch);
        if (isOpen) port.postMessage({ type: "open" });
    }
    connect();
}

/** @param {MessagePort} port */
function forget(port) {
    if (tabs.delete(port)) connect();
}

self.addEventListener("connect", (event) => {
    const port = /** @type {MessageEvent} */ (event).ports[0];
    port.onmessage = ({ data: { type, pitch } }) => {
        if (type === "bye") return forget(port);
        // The tab had counted as closed, and has missed all messages since.
        if (type === "alive" && !tabs.has(port)) port.postMessage({ type: "down" });
        remember(port, pitch);
        if (type === "alive") port.postMessage({ type: "alive" });
    };
});

setInterval(() => {
    const oldest = performance.now() - forgottenMilliseconds;
    for (const [port, { heardAt }] of tabs) if (heardAt < oldest) forget(port);
}, sweepMilliseconds);
