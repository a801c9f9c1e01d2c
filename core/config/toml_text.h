// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/ascii.h"
#include "core/text/hex.h"

#include <string>
#include <string_view>

namespace lockkeeper::config {

/// `text` must be valid UTF-8.
[[nodiscard]] inline std::string tomlQuoted(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out.append({'\\', c});
        else if (isAsciiControl(c))
            out.append("\\u").append(hex(static_cast<unsigned char>(c), 4));
        else
            out += c;
    }
    return out + '"';
}

} // namespace lockkeeper::config
