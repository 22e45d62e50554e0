#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a folder of announcements, and the truths that "ansage hear FOLDER --truths" counts.

Announcements in ICCF's numeric notation are joined from figures that people said, with pauses of 20 to
220 ms; those of Appendix D.2.1 are synthetic, for nobody has recordings of people who say them. Each may
be said in a room, with babble of other people behind it. The same seed makes the same folder.
"""
import argparse
import json
import pathlib
import random
import subprocess
import tempfile
import tomllib

import numpy
import soundfile

RATE = 16_000  # samples a second
SILENCE_BEFORE = 0.4  # seconds
SILENCE_AFTER = 0.4
FLOOR = 1e-4  # of full scale: no microphone is ever quite silent

# What stands behind a voice: seconds until the room's echo has fallen by 60 dB, decibels by which the
# voice is louder than the babble, decibels by which it is louder than the noise of a small microphone.
CONDITIONS = {
    "quiet": (None, None, None),
    "small": (0.2, None, 30),
    "babble": (None, 20, None),
    "room": (0.4, 15, None),
    "echo": (0.6, None, None),
}

# In which eSpeak NG speaks like people who differ.
VARIANTS = ["", "+m1", "+m2", "+m3", "+m4", "+m5", "+m6", "+m7", "+m8", "+f1", "+f2", "+f3", "+f4", "+f5",
            "+croak", "+whisper", "+klatt", "+klatt2", "+klatt3", "+klatt4", "+Andy", "+Annie"]


def ansage(program, *words):
    return subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout


def legal_moves(program, fens):
    lines = subprocess.run([program, "position", "--json", "--moves", "-"], check=True, text=True,
                           input="\n".join(fens), capture_output=True).stdout.splitlines()
    return [json.loads(line)["moves"] for line in lines]


def figures_of(uci):
    """The figures of a move in UCI: e7e8q is 57581."""
    figures = [int(each) if each.isdigit() else ord(each) - ord("a") + 1 for each in uci[:4]]
    return figures + ["qrbn".index(each) + 1 for each in uci[4:]]


class People:
    """Who said figures, each of 1 to 8 several times."""

    def __init__(self, folder, language, numbers):
        self.files = {number: {figure: sorted(folder.glob(
            f"lang-{language}_speaker-{number:02d}_trial-*_digit-{figure}.flac")) for figure in range(1, 9)}
            for number in numbers}

    def say(self, number, figure, chance):
        sound, rate = soundfile.read(chance.choice(self.files[number][figure]))
        assert rate == RATE
        return sound


def joined(parts, chance):
    sound = []
    for part in parts:
        if sound:
            sound.append(numpy.zeros(int(RATE * chance.uniform(0.020, 0.220))))
        sound.append(part)
    return numpy.concatenate(sound)


def echo(sound, seconds, noise):
    """In a room: the voice itself, and as much again that comes back from the walls."""
    length = int(seconds * RATE)
    decay = noise.standard_normal(length) * 10 ** (-3 * numpy.arange(length) / length)
    decay[:int(0.002 * RATE)] = 0
    decay /= numpy.sqrt(numpy.sum(decay ** 2)) * 1.4
    decay[0] = 1
    size = len(sound) + length
    return numpy.fft.irfft(numpy.fft.rfft(sound, size) * numpy.fft.rfft(decay, size), size)


def louder_by(sound, other, decibels):
    """`other`, scaled to be so much less loud than `sound`."""
    power = numpy.mean(sound[numpy.abs(sound) > 0.02 * numpy.max(numpy.abs(sound))] ** 2)
    return other * numpy.sqrt(power / numpy.mean(other ** 2) / 10 ** (decibels / 10))


def babble(people, length, chance):
    """Six people who talk at once."""
    sound = numpy.zeros(length)
    for _ in range(6):
        at = 0
        person = chance.choice(sorted(people.files))
        while at < length:
            word = people.say(person, chance.randint(1, 8), chance)
            end = min(length, at + len(word))
            sound[at:end] += word[:end - at]
            at = end + int(RATE * chance.uniform(0, 0.1))
    return sound


def in_condition(sound, name, others, chance):
    reverberation, babbled, hissed = CONDITIONS[name]
    noise = numpy.random.default_rng(chance.randrange(2 ** 32))
    padded = numpy.concatenate([numpy.zeros(int(SILENCE_BEFORE * RATE)), sound,
                                numpy.zeros(int(SILENCE_AFTER * RATE))])
    if reverberation:
        padded = echo(padded, reverberation, noise)
    if babbled:
        padded = padded + louder_by(padded, babble(others, len(padded), chance), babbled)
    if hissed:
        # Small membranes hear neither lows nor the highest.
        spectrum = numpy.fft.rfft(padded)
        hertz = numpy.fft.rfftfreq(len(padded), 1 / RATE)
        padded = numpy.fft.irfft(spectrum * ((hertz > 200) & (hertz < 7000)), len(padded))
        padded = padded + louder_by(padded, noise.standard_normal(len(padded)), hissed)
    padded = padded + FLOOR * noise.standard_normal(len(padded))
    return 0.5 * padded / numpy.max(numpy.abs(padded))


def spoken_word(word, voice):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "said.wav"
        subprocess.run(["espeak-ng", "-v", voice, "-w", str(file), word], check=True)
        sound, rate = soundfile.read(file)
    size = int(len(sound) * RATE / rate)
    spectrum = numpy.fft.rfft(sound)[:size // 2 + 1]
    resampled = numpy.fft.irfft(spectrum, size) * size / len(sound)
    loud = numpy.flatnonzero(numpy.abs(resampled) > 0.01 * numpy.max(numpy.abs(resampled)))
    return resampled[loud[0]:loud[-1] + 1]


def words_of(options, uci, fen):
    said = json.loads(ansage(options.program, "say", uci, "--fen", fen, "--words", options.words, "--json"))
    return said["spoken"].split()


def illegal_words(options, legal, fen, chance):
    """An announcement of D.2.1 that is one word away from a legal one, and of no legal move."""
    profile = tomllib.loads(ansage(options.program, "profiles", "show", "words", options.words))
    kinds = [[row.get("spoken", row["shown"]) if isinstance(row, dict) else row for row in profile[kind].values()]
             for kind in ("files", "ranks")]
    announced = [words_of(options, uci, fen) for uci in legal]
    while True:
        words = list(chance.choice(announced))
        place = chance.randrange(len(words))
        kind = next((kind for kind in kinds if words[place] in kind), None)
        if kind is None:
            continue
        words[place] = chance.choice(kind)
        if words not in announced and words[-4:-2] != words[-2:]:
            return words


def spoken(options, words, variant, chance):
    """An announcement of D.2.1 by eSpeak NG, word for word as people dictate."""
    return joined([spoken_word(each, options.voice + variant) for each in words], chance)


def other_sound(kind, people, person, chance):
    """No announcement: noises, and talk in the figures themselves."""
    noise = numpy.random.default_rng(chance.randrange(2 ** 32))
    length = int(RATE * chance.uniform(1.5, 4))
    if kind == "noise":
        sound = noise.standard_normal(length)
        if chance.random() < 0.5:  # knocks, as of pieces
            sound *= 0.01
            for _ in range(chance.randint(2, 8)):
                at = chance.randrange(length - 800)
                sound[at:at + 800] += noise.standard_normal(800) * numpy.exp(-numpy.arange(800) / 120)
        return sound
    if kind == "babble":
        return babble(people, length, chance)
    count = chance.choice([1, 2, 3, 6, 7])  # too few figures, or too many
    return joined([people.say(person, chance.randint(1, 8), chance) for _ in range(count)], chance)


def illegal_figures(legal, chance):
    """Four figures that are two squares, and no legal move in whatever way they are completed."""
    taken = {tuple(figures_of(each)[:4]) for each in legal}
    while True:
        figures = [chance.randint(1, 8) for _ in range(4)]
        if tuple(figures) not in taken and figures[:2] != figures[2:]:
            return figures


def make(options):
    chance = random.Random(options.seed)
    fens = pathlib.Path(options.positions).read_text().split("\n")
    fens = [each for each in fens if each]
    first, last = (int(each) for each in options.people.split("-"))
    numbers = range(first, last + 1)
    people = People(pathlib.Path(options.voices), options.language, numbers)
    others = People(pathlib.Path(options.voices), options.language, [n for n in range(12) if n not in numbers])
    chosen = [chance.choice(fens) for _ in range(options.count)]
    moves = legal_moves(options.program, chosen)
    folder = pathlib.Path(options.folder)
    folder.mkdir(parents=True, exist_ok=True)
    truths = []
    for i, (fen, legal) in enumerate(zip(chosen, moves)):
        person = numbers[i % len(numbers)]
        uci = chance.choice(legal)
        if options.kind == "figures":
            sound = joined([people.say(person, each, chance) for each in figures_of(uci)], chance)
        elif options.kind == "words":
            sound = spoken(options, words_of(options, uci, fen), VARIANTS[i % len(VARIANTS)], chance)
        elif options.kind == "illegal-words":
            words = illegal_words(options, legal, fen, chance)
            sound = spoken(options, words, VARIANTS[i % len(VARIANTS)], chance)
            uci = "-"
        elif options.kind == "illegal":
            sound = joined([people.say(person, each, chance) for each in illegal_figures(legal, chance)], chance)
            uci = "-"
        else:
            sound = other_sound(chance.choice(["noise", "babble", "talk"]), people, person, chance)
            uci = "-"
        name = f"{i:04d}.wav"
        soundfile.write(folder / name, in_condition(sound, options.condition, others, chance), RATE, "PCM_16")
        truths.append(f"{name}\t{fen}\t{uci}\n")
    (folder / "truths.tsv").write_text("".join(truths))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="ansage")
    parser.add_argument("voices", help="the Heidelberg Digits")
    parser.add_argument("positions", help="a FEN a line")
    parser.add_argument("folder", help="where the sounds go")
    parser.add_argument("--kind", choices=["figures", "words", "illegal", "illegal-words", "others"], default="figures")
    parser.add_argument("--language", choices=["english", "german"], default="english")
    parser.add_argument("--people", default="0-11")
    parser.add_argument("--condition", choices=list(CONDITIONS), default="quiet")
    parser.add_argument("--words", default="fide", help="the vocabulary of words")
    parser.add_argument("--voice", default="de", help="eSpeak NG's for it")
    parser.add_argument("--count", type=int, default=96)
    parser.add_argument("--seed", type=int, default=1)
    make(parser.parse_args())


if __name__ == "__main__":
    main()
