// SPDX-License-Identifier: GPL-3.0-or-later
// Standard input, output and errors, from the program's first line to its last.
#pragma once

namespace ansage::terminal {

// A reader who goes away is an error of writing and does not end the program; and where a stream is
// closed its number goes to no file that is opened later, into which something would be printed.
void prepare_standard_streams();

// What was printed is written out. The exit code of a command that gave `code`: what could not be
// written makes it 2, with a line on stderr, but for a reader who had seen enough and went away.
[[nodiscard]] int finish_output(int code);

} // namespace ansage::terminal
