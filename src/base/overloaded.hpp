// SPDX-License-Identifier: GPL-3.0-or-later
// visit(Overloaded{...}, variant): one lambda for each alternative.
#pragma once

namespace ansage::base {

template <class... Fs>
struct Overloaded : Fs... {
    using Fs::operator()...;
};

template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

} // namespace ansage::base
