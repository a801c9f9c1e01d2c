// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/text/bounded_json.h"

namespace lockkeeper {

bool isNestedDeeper(std::string_view json, std::size_t most)
{
    std::size_t level = 0;
    bool isInString = false;
    for (std::size_t at = 0; at < json.size(); ++at) {
        const char c = json[at];
        if (isInString && c == '\\')
            ++at; // an escaped quote ends no string
        else if (c == '"')
            isInString = !isInString;
        else if (!isInString && (c == '[' || c == '{') && ++level > most)
            return true;
        else if (!isInString && (c == ']' || c == '}') && level > 0)
            --level;
    }
    return false;
}

} // namespace lockkeeper
