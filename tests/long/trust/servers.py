# SPDX-License-Identifier: GPL-3.0-or-later
"""A PulseAudio with one null sink, and a brltty with a display of 40 cells: what comes out of both is counted."""
import os
import pty
import subprocess
import threading
import time

ALSA = """pcm.default {{
  type pulse
  device room
  hint {{ show on }}
}}
"""


def starts(command, surroundings):
    return subprocess.Popen(command, env=surroundings, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL)


class Sound:
    """Goes to other programs by the environment. `loud`: samples heard that are no silence."""

    def __init__(self, folder):
        self.socket = os.path.join(folder, "native")
        with open(os.path.join(folder, "asound.conf"), "w", encoding="ascii") as file:
            file.write(ALSA.format())
        with open(os.path.join(folder, "client.conf"), "w", encoding="ascii") as file:
            file.write("autospawn = no\n")
        os.environ.update({"PULSE_RUNTIME_PATH": folder, "PULSE_SERVER": f"unix:{self.socket}",
                           "PULSE_CLIENTCONFIG": os.path.join(folder, "client.conf"),
                           "ALSA_CONFIG_PATH": os.path.join(folder, "asound.conf")})
        self.own = {**os.environ, "HOME": folder, "XDG_RUNTIME_DIR": folder}
        self.loud = 0
        self.server, self.ear = None, None
        self.start()

    def start(self):
        if os.path.exists(self.socket):
            os.remove(self.socket)
        self.server = starts(["pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1",
                              "--disable-shm=yes", "-L",
                              f"module-native-protocol-unix auth-anonymous=1 socket={self.socket}", "-L",
                              "module-null-sink rate=22050 channels=2 sink_name=room"], self.own)
        end = time.monotonic() + 10
        while time.monotonic() < end and not self.has_room():
            time.sleep(0.05)
        self.ear = subprocess.Popen(["parec", "--device=room.monitor", "--raw", "--format=u8", "--rate=8000",
                                     "--channels=1", "--latency-msec=50"], env=self.own, stdin=subprocess.DEVNULL,
                                    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        threading.Thread(target=self.hear, args=(self.ear.stdout,), daemon=True).start()

    def has_room(self):
        listed = subprocess.run(["timeout", "5", "pactl", "list", "short", "sinks"], env=self.own,
                                capture_output=True, check=False)
        return b"room" in listed.stdout

    def hear(self, stream):
        while part := stream.read1(65536):
            self.loud += len(part) - part.count(0x80)

    def stop(self):
        for process in (self.ear, self.server):
            process.kill()
            process.wait()


class Braille:
    """`cells`: bytes that the display was sent."""

    def __init__(self, folder):
        self.folder = os.path.join(folder, "brltty")
        os.mkdir(self.folder)
        self.number = os.getpid() % 20_000 + 1000
        os.environ.update({"BRLAPI_HOST": f"127.0.0.1:{self.number}", "BRLAPI_AUTH": "none"})
        self.master, slave = pty.openpty()
        self.display = os.ttyname(slave)
        self.slave = slave  # held, so that the display stays while no brltty runs
        self.cells = 0
        self.server = None
        threading.Thread(target=self.read, daemon=True).start()
        self.start()

    def start(self):
        self.server = starts(
            ["brltty", "-n", "-e", "-f", "/dev/null", "-A", f"auth=none,host=127.0.0.1:{self.number}", "-x", "no",
             "-s", "no", "-t", "de", "-q", "-U", self.folder, "-W", self.folder, "-P",
             os.path.join(self.folder, "pid"), "-b", "tt", "-d", self.display, "-B",
             "term=vt100,columns=40,lines=1,charset=UTF-8"], {**os.environ, "LC_ALL": "C.UTF-8"})

    def read(self):
        while True:
            try:
                self.cells += len(os.read(self.master, 65536))
            except OSError:
                return

    def press(self, key):
        os.write(self.master, key)

    def stop(self):
        self.server.kill()
        self.server.wait()
