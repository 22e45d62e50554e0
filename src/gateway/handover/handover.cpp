// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/handover/handover.hpp"

#include "base/text.hpp"

#include <array>
#include <cstddef>
#include <fcntl.h>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace ansage::gateway {

namespace {

// Texts one after the other, each as "5:bytes", for a path may have any bytes.
std::string in_one(const Handover& handover) {
    std::string all;
    const auto put = [&all](std::string_view text) {
        all.append(std::to_string(text.size())).append(":").append(text);
    };
    put(std::to_string(static_cast<int>(handover.carried)));
    put(handover.table.string());
    put(handover.address_file.string());
    put(std::to_string(handover.address.port));
    put(handover.address.secret);
    put(std::to_string(static_cast<int>(handover.address.reach)));
    put(handover.network.identity);
    put(std::to_string(handover.network.names.size()));
    for (const std::string& name : handover.network.names) put(name);
    put(handover.told);
    put(handover.unreachable);
    put(std::to_string(handover.listening.number()));
    for (const File& file : handover.site) {
        put(file.name);
        put(file.type);
        put(file.content);
    }
    return all;
}

// Takes the texts apart again.
class Texts {
public:
    explicit Texts(std::string_view all)
        : rest_(all) {}

    std::string text() {
        const auto size = base::parse_number<std::size_t>(base::take_until(rest_, ':'));
        is_whole_ = is_whole_ && size && *size <= rest_.size();
        const std::string_view taken = rest_.substr(0, is_whole_ ? *size : 0);
        rest_.remove_prefix(taken.size());
        return std::string{taken};
    }

    template <class Number>
    Number number() {
        const auto number = base::parse_number<Number>(text());
        is_whole_ = is_whole_ && number;
        return number.value_or(Number{});
    }

    [[nodiscard]] bool is_at_end() const { return rest_.empty() || !is_whole_; }

    // All of them were what was asked for.
    [[nodiscard]] bool is_whole() const { return is_whole_; }

private:
    std::string_view rest_;
    bool is_whole_ = true;
};

bool write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = ::write(descriptor, text.data(), text.size());
        if (count <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

std::string read_all(int descriptor) {
    std::string text;
    std::array<char, 65536> buffer{};
    for (;;) {
        const auto at = static_cast<off_t>(text.size());
        const ssize_t count = ::pread(descriptor, buffer.data(), buffer.size(), at);
        if (count <= 0) return text;
        text.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

} // namespace

base::Descriptor pack(const Handover& handover) {
    constexpr int for_good = F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
    base::Descriptor file{::memfd_create("ansage-page", MFD_CLOEXEC | MFD_ALLOW_SEALING)};
    const bool is_packed = file.is_open() && write_all(file.number(), in_one(handover)) &&
        ::fcntl(file.number(), F_ADD_SEALS, for_good) == 0;
    return is_packed ? std::move(file) : base::Descriptor{};
}

std::optional<Handover> unpack(const base::Descriptor& packed) {
    const std::string all = read_all(packed.number());
    Texts texts{all};
    Handover handover;
    handover.carried = static_cast<Carried>(texts.number<int>());
    handover.table = texts.text();
    handover.address_file = texts.text();
    handover.address.port = texts.number<std::uint16_t>();
    handover.address.secret = texts.text();
    handover.address.reach = static_cast<Reach>(texts.number<int>());
    handover.network.identity = texts.text();
    const auto names = texts.number<std::size_t>();
    while (handover.network.names.size() < names && !texts.is_at_end())
        handover.network.names.push_back(texts.text());
    handover.told = texts.text();
    handover.unreachable = texts.text();
    handover.listening = base::Descriptor{texts.number<int>()};
    while (!texts.is_at_end()) {
        File& file = handover.site.emplace_back();
        file.name = texts.text();
        file.type = texts.text();
        file.content = texts.text();
    }
    return texts.is_whole() ? std::optional{std::move(handover)} : std::nullopt;
}

} // namespace ansage::gateway
