// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>

namespace lockkeeper::redis {

/// Longest string that Redis stores by default. A longer one is not waited for: whoever announces
/// it is not Redis, and all that follows would vanish in it.
inline constexpr std::size_t kLongestSkipped = std::size_t{512} << 20;

/// Passes RESP2 through unchanged, except strings that are too long: each is replaced by a
/// substitute, and its bytes are dropped as they arrive. A string above kLongestSkipped is replaced
/// by what is not RESP2. Input that is not RESP2 is passed through as well. Source: redis.io,
/// "Redis serialization protocol specification".
class LongTextFilter {
public:
    /// `substitute` is a complete RESP2 value.
    LongTextFilter(std::size_t longest, std::string_view substitute)
        : m_longest(longest)
        , m_substitute(substitute)
    { }

    /// Calls `pass` with each piece of output.
    template <class Pass> void feed(std::string_view bytes, Pass pass)
    {
        std::size_t from = 0; // first byte not passed yet
        std::size_t at = 0;
        while (at < bytes.size()) {
            switch (m_state) {
            case State::Start:
                if (bytes[at] != '$') {
                    m_state = State::Line;
                } else if (const std::size_t behind = behindUsualLength(bytes, at)) {
                    at = behind;
                } else {
                    m_state = State::Length;
                    pass(bytes.substr(from, at - from));
                    from = at;
                }
                break;
            case State::Line:
                at = behindNewline(bytes, at);
                break;
            case State::Length:
                at = takeLength(bytes, at);
                if (m_state != State::Length && !m_isDropped)
                    pass(std::exchange(m_header, {}));
                else if (m_state != State::Length)
                    drop(pass);
                from = at;
                break;
            case State::Text:
                at += takeText(bytes.size() - at);
                if (std::exchange(m_isDropped, m_isDropped && m_state == State::Text))
                    from = at;
                break;
            }
        }
        pass(bytes.substr(from, at - from));
    }

private:
    template <class Pass> void drop(Pass& pass)
    {
        m_header.clear();
        pass(m_left <= kLongestSkipped + 2 ? std::string_view(m_substitute) : kNotResp);
    }
    enum class State { Start, Line, Length, Text };
    static constexpr std::string_view kNotResp = "?\r\n";
    /// Longest valid header of a string. A longer one is not RESP2.
    static constexpr std::size_t kLongestHeader = 32;

    std::size_t behindNewline(std::string_view bytes, std::size_t at)
    {
        const std::size_t newline = bytes.find('\n', at);
        if (newline == std::string_view::npos)
            return bytes.size();
        m_state = State::Start;
        return newline + 1;
    }
    /// Fast path: nearly all headers are complete and belong to strings that are passed through, so
    /// nothing has to be stored. Returns the position behind the header, or 0 for any other header.
    std::size_t behindUsualLength(std::string_view bytes, std::size_t at)
    {
        const std::string_view header = bytes.substr(at, kLongestHeader);
        const std::size_t newline = header.find('\n');
        if (newline == std::string_view::npos)
            return 0;
        judge(header.substr(0, newline));
        if (!m_isDropped)
            return at + newline + 1;
        m_isDropped = false;
        return 0;
    }
    /// Collects the header until it is complete.
    std::size_t takeLength(std::string_view bytes, std::size_t at)
    {
        const std::size_t newline = bytes.find('\n', at);
        const bool isWhole = newline != std::string_view::npos;
        const std::size_t end = isWhole ? newline + 1 : bytes.size();
        const std::size_t taken = std::min(end - at, kLongestHeader + 1 - m_header.size());
        m_header.append(bytes.substr(at, taken));
        if (m_header.size() > kLongestHeader)
            m_state = State::Line;
        else if (isWhole)
            judge(m_header);
        return at + taken;
    }
    void judge(std::string_view header)
    {
        long long length = -1;
        std::from_chars(header.data() + 1, header.data() + header.size(), length);
        m_state = length < 0 ? State::Start : State::Text;
        m_left = length < 0 ? 0 : static_cast<std::size_t>(length) + 2; // and CR LF
        m_isDropped = length >= 0 && static_cast<std::size_t>(length) > m_longest;
    }
    std::size_t takeText(std::size_t available)
    {
        const std::size_t taken = std::min(m_left, available);
        m_left -= taken;
        if (m_left == 0)
            m_state = State::Start;
        return taken;
    }

    std::size_t m_longest;
    std::string m_substitute;
    State m_state = State::Start;
    std::string m_header; ///< of a string, until complete
    std::size_t m_left = 0; ///< bytes of the string still to come
    bool m_isDropped = false; ///< the current string is dropped
};

} // namespace lockkeeper::redis
