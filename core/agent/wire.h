// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace lockkeeper::agent {

/// Appends values to a text.
class WireWriter {
public:
    static constexpr bool kIsReading = false;
    template <class T> using Of = const T;

    /// Seven bits per byte, lowest first; the highest bit says that more follow.
    void number(std::uint64_t number)
    {
        constexpr std::uint64_t kMore = 0x80;
        for (; number >= kMore; number >>= 7U)
            m_bytes += static_cast<char>(number | kMore);
        m_bytes += static_cast<char>(number);
    }
    void bytes(std::string_view bytes)
    {
        number(bytes.size());
        m_bytes += bytes;
    }
    void raw(std::string_view bytes) { m_bytes += bytes; }
    [[nodiscard]] std::string take() { return std::exchange(m_bytes, {}); }

private:
    std::string m_bytes;
};

/// Reads text that anybody may have written. After a mistake, values are 0 or empty and isGood() is
/// false. Memory is proportional to the text. Not thread-safe.
class WireReader {
public:
    static constexpr bool kIsReading = true;
    template <class T> using Of = T;

    /// `bytes` must outlive it. Adds `offset` to steady times.
    explicit WireReader(std::string_view bytes, std::chrono::milliseconds offset = {})
        : m_rest(bytes)
        , m_offset(offset)
    { }
    explicit WireReader(std::string&& bytes, std::chrono::milliseconds offset = {}) = delete;

    [[nodiscard]] bool isGood() const noexcept { return !m_isBad; }
    [[nodiscard]] bool isDone() const noexcept { return !m_isBad && m_rest.empty(); }
    void reject() noexcept
    {
        m_isBad = true;
        m_rest = {};
    }
    void expect(bool isTrue) noexcept
    {
        if (!isTrue)
            reject();
    }

    [[nodiscard]] std::uint64_t number()
    {
        constexpr unsigned kBits = 64;
        std::uint64_t number = 0;
        for (unsigned shift = 0; shift < kBits && !m_rest.empty(); shift += 7) {
            const auto byte = static_cast<unsigned char>(m_rest.front());
            m_rest.remove_prefix(1);
            number |= std::uint64_t{byte & 0x7FU} << shift;
            if ((byte & 0x80U) == 0)
                return number;
        }
        reject();
        return 0;
    }
    [[nodiscard]] std::string_view bytes() { return raw(number()); }
    [[nodiscard]] std::string_view raw(std::size_t size)
    {
        if (size > m_rest.size())
            reject();
        const std::string_view found = m_rest.substr(0, m_isBad ? 0 : size);
        m_rest.remove_prefix(found.size());
        return found;
    }
    [[nodiscard]] std::size_t left() const noexcept { return m_rest.size(); }
    [[nodiscard]] std::chrono::milliseconds offset() const noexcept { return m_offset; }

private:
    std::string_view m_rest;
    std::chrono::milliseconds m_offset;
    bool m_isBad = false;
};

template <class T>
concept Wire = std::same_as<T, WireWriter> || std::same_as<T, WireReader>;

} // namespace lockkeeper::agent
