// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/url_login.h"

#include <cstring>

namespace lockkeeper::redis {

std::pair<std::size_t, std::size_t> loginIn(std::string_view text) noexcept
{
    const std::size_t scheme = text.find("://");
    const std::size_t at = text.rfind('@');
    if (scheme == std::string_view::npos || at == std::string_view::npos || at < scheme + 3)
        return {0, 0};
    return {scheme + 3, at - scheme - 3};
}

std::string withoutLogin(std::string text)
{
    const auto [start, length] = loginIn(text);
    return length == 0 ? text : text.replace(start, length, "***");
}

void scrubLogins(int argc, char* argv[]) noexcept
{
    for (int i = 1; i < argc; ++i) {
        const auto [start, length] = loginIn(argv[i]);
        std::memset(argv[i] + start, '*', length);
    }
}

} // namespace lockkeeper::redis
