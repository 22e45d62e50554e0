// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/invitation.hpp"

#include "base/text.hpp"
#include "gateway/handover/address.hpp"
#include "gateway/identity.hpp"
#include "gateway/own_addresses.hpp"
#include "gateway/qr_code.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace ansage::gateway {

namespace {

struct Place {
    std::string host;
    std::string port;
};

// "https://192.168.1.5:8443/"
Place place_of(std::string_view url) {
    constexpr std::string_view scheme = "https://";
    url.remove_prefix(std::min(scheme.size(), url.size()));
    Place place;
    place.host = base::take_until(url, ':');
    place.port = base::take_until(url, '/');
    return place;
}

std::string typed(const Place& place, const wording::Catalogue& in) {
    const std::string dot = fmt::format(" {} ", in.sentence("network_page.dot"));
    std::string host;
    for (std::string_view rest = place.host; !rest.empty();)
        host += fmt::format("{}{}", host.empty() ? "" : dot, base::take_until(rest, '.'));
    return in.sentence(
        "network_page.typed",
        {{"text", std::string_view{host}}, {"number", std::string_view{place.port}}}
    );
}

} // namespace

std::vector<std::string>
lan_invitation(const std::string& url, const wording::Catalogue& in, Paint paint) {
    const Place place = place_of(url);
    std::vector<std::string> lines{typed(place, in)};
    for (const std::string& other : own_addresses().addresses) {
        if (other == place.host) continue;
        const std::string also = fmt::format("https://{}:{}/", other, place.port);
        lines.push_back(in.sentence("network_page.also", {{"text", std::string_view{also}}}));
    }
    if (const auto identity = read_identity(identity_file())) {
        lines.push_back(in.sentence("network_page.fingerprint"));
        lines.push_back(identity->fingerprint);
    }
    for (const char* id :
         {"network_page.warning",
          "network_page.chrome",
          "network_page.safari",
          "network_page.firefox",
          "network_page.picture"})
        lines.push_back(in.sentence(id));
    for (const std::string& line : qr_code(url))
        lines.push_back(paint == Paint::plain ? line : black_on_white(line));
    return lines;
}

} // namespace ansage::gateway
