// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/scan_cursor.h"

#include "core/text/translate.h"

#include <algorithm>
#include <string_view>

namespace lockkeeper::redis {
namespace {

/// A Cluster appends '@' and the shard.
bool isCursor(std::string_view text)
{
    constexpr std::size_t kMostDigits = 20;
    const std::string_view number = text.substr(0, text.find('@'));
    return !number.empty() && number.size() <= kMostDigits
        && std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

Error endlessScan()
{
    return {ErrorClass::ServerError, trNoop("its scan does not end", "data"), {}};
}

Result<void> ScanCursor::advance(const Reply& reply)
{
    const bool isScans = reply.isArray() && reply.elements.size() == 2
        && reply.elements[1].isArray() && isCursor(reply.elements[0].text);
    const bool isRepeated = isScans && reply.elements[0].text == m_mark;
    if (!isScans || isRepeated) {
        *this = {};
        if (isRepeated)
            return tl::make_unexpected(endlessScan());
        return fail(ErrorClass::ServerError, trNoop("unexpected reply to SCAN", "data"));
    }
    m_text = reply.elements[0].text;
    if (isAtStart()) {
        *this = {};
    } else if (++m_steps == m_mostSteps) {
        m_mark = m_text;
        m_steps = 0;
        m_mostSteps *= 2;
    }
    return {};
}

} // namespace lockkeeper::redis
