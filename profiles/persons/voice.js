// SPDX-License-Identifier: GPL-3.0-or-later
// Lines read aloud by the browser, only when asked, and only by voices of this device: others send what they say to
// their maker.
const speech = globalThis.speechSynthesis;
const longest = 5000; // ms until a browser has found its voices
const norwegian = ["nb", "no"]; // both are in use for the same voice

let isOn = false;
let language = ""; // for lines in one that has no voice here

export const canSpeak = Boolean(speech && globalThis.SpeechSynthesisUtterance);

function voiceFor(wanted) {
    const codes = norwegian.includes(wanted) ? norwegian : [wanted];
    return speech.getVoices().find((voice) =>
        voice.localService && codes.includes(voice.lang.toLowerCase().split(/[-_]/)[0]));
}

// Some browsers look for their voices only when they are asked.
async function awaitVoices() {
    if (speech.getVoices().length === 0) {
        await new Promise((resolve) => {
            speech.addEventListener("voiceschanged", resolve, { once: true });
            setTimeout(resolve, longest);
        });
    }
}

// True if there is a voice for this language.
export async function begin(wanted) {
    await awaitVoices();
    language = wanted;
    isOn = Boolean(voiceFor(wanted));
    return isOn;
}

export function end() {
    isOn = false;
    hush();
}

export function hush() {
    if (canSpeak) {
        speech.cancel();
    }
}

// After those that wait: no line cuts another off.
export function speak(text, wanted) {
    const voice = isOn && (voiceFor(wanted) ?? voiceFor(language));
    if (voice) {
        const utterance = new SpeechSynthesisUtterance(text);
        utterance.voice = voice;
        utterance.lang = voice.lang;
        speech.speak(utterance);
    }
}
