// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/enum_names.h"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

// A board's encoding: one pass() per type serves writer and reader, so both agree.

namespace lockkeeper::agent {

class WireWriter {
public:
    static constexpr bool kIsReading = false;
    template <class T> using Of = const T;

    /// Seven bits per byte, lowest first; the highest bit: more follow.
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

/// Reads untrusted text. After a mistake, values are 0 or empty and isGood() is false. Memory is
/// proportional to the text.
class WireReader {
public:
    static constexpr bool kIsReading = true;
    template <class T> using Of = T;

    /// `bytes` must outlive it. `offset` is added to steady times.
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

template <Wire W, std::unsigned_integral T>
requires(!std::same_as<std::remove_const_t<T>, bool>) void pass(W& wire, T& number)
{
    if constexpr (!W::kIsReading) {
        wire.number(static_cast<std::uint64_t>(number));
    } else {
        const std::uint64_t read = wire.number();
        number = static_cast<T>(read);
        wire.expect(static_cast<std::uint64_t>(number) == read);
    }
}

template <Wire W, std::signed_integral T> void pass(W& wire, T& number)
{
    constexpr unsigned kSign = 63;
    if constexpr (!W::kIsReading) {
        const std::int64_t wide = number;
        wire.number(static_cast<std::uint64_t>(wide) << 1U
            ^ static_cast<std::uint64_t>(wide >> kSign)); // all ones if negative
    } else {
        const std::uint64_t read = wire.number();
        const auto wide = static_cast<std::int64_t>(read >> 1U ^ (~(read & 1U) + 1));
        number = static_cast<std::remove_const_t<T>>(wide);
        wire.expect(number == wide);
    }
}

template <Wire W, class E>
requires std::is_enum_v<E>
void pass(W& wire, E& value)
{
    if constexpr (!W::kIsReading) {
        wire.number(static_cast<std::uint64_t>(value));
    } else {
        const std::uint64_t read = wire.number();
        wire.expect(read < kEnumCount<E>);
        value = wire.isGood() ? static_cast<E>(read) : E{};
    }
}

template <Wire W> void pass(W& wire, typename W::template Of<std::string>& text)
{
    if constexpr (!W::kIsReading)
        wire.bytes(text);
    else
        text = wire.bytes();
}

/// A century: sums and differences don't overflow.
constexpr std::chrono::nanoseconds kLongestWireTime = std::chrono::hours(24 * 365 * 100);
/// Until 2169: differences to the present don't overflow.
constexpr std::chrono::nanoseconds kLatestWireTime = 2 * kLongestWireTime;

template <Wire W, class Rep, class Period>
void passDuration(W& wire, std::chrono::duration<Rep, Period>& duration,
    std::chrono::nanoseconds longest = kLongestWireTime)
{
    using Wide = std::chrono::duration<std::int64_t, Period>;
    const auto most = std::chrono::duration_cast<Wide>(longest).count();
    std::int64_t count = std::clamp<std::int64_t>(duration.count(), -most, most);
    pass(wire, count);
    if constexpr (W::kIsReading) {
        wire.expect(count >= -most && count <= most);
        duration = std::chrono::duration<Rep, Period>(static_cast<Rep>(wire.isGood() ? count : 0));
        wire.expect(duration.count() == count || !wire.isGood());
    }
}
template <class Rep, class Period>
void pass(WireReader& wire, std::chrono::duration<Rep, Period>& duration)
{
    passDuration(wire, duration);
}
template <class Rep, class Period>
void pass(WireWriter& wire, std::chrono::duration<Rep, Period> duration)
{
    passDuration(wire, duration);
}

template <Wire W> void pass(W& wire, typename W::template Of<WallTime>& time)
{
    auto since = time.time_since_epoch();
    passDuration(wire, since, kLatestWireTime);
    if constexpr (W::kIsReading)
        time = WallTime(since);
}

/// Minimum, maximum and 0 are marks: they pass unchanged.
template <Wire W> void pass(W& wire, typename W::template Of<SteadyTime>& time)
{
    using Kind = std::uint8_t;
    constexpr Kind kMarks = 3;
    const SteadyTime marks[kMarks] = {SteadyTime{}, SteadyTime::min(), SteadyTime::max()};
    Kind kind = 0;
    auto since = time.time_since_epoch();
    if constexpr (!W::kIsReading) {
        while (kind < kMarks && time != marks[kind])
            ++kind;
    }
    pass(wire, kind);
    if constexpr (W::kIsReading)
        wire.expect(kind <= kMarks);
    if (kind == kMarks)
        pass(wire, since);
    if constexpr (W::kIsReading) {
        if (kind == kMarks)
            time = SteadyTime(since) + wire.offset();
        else if (kind < kMarks)
            time = marks[kind];
    }
}

template <Wire W> void pass(W& wire, typename W::template Of<bool>& flag)
{
    std::uint8_t bit = 0;
    if constexpr (!W::kIsReading)
        bit = flag ? 1 : 0;
    pass(wire, bit);
    if constexpr (W::kIsReading) {
        wire.expect(bit <= 1);
        flag = bit == 1;
    }
}

template <Wire W, class... Fields> void passAll(W& wire, Fields&... fields)
{
    (pass(wire, fields), ...);
}

template <class T> T blank()
{
    return T{};
}

template <Wire W, class O, class PassOne> void passSome(W& wire, O& some, PassOne passOne)
{
    bool isSome = some.has_value();
    pass(wire, isSome);
    if constexpr (W::kIsReading) {
        some.reset();
        if (isSome && wire.isGood())
            some = blank<typename O::value_type>();
    }
    if (some)
        passOne(*some);
}
template <Wire W, class T> void pass(W& wire, std::optional<T>& some)
{
    passSome(wire, some, [&](auto& one) { pass(wire, one); });
}
template <class T> void pass(WireWriter& wire, const std::optional<T>& some)
{
    passSome(wire, some, [&](const auto& one) { pass(wire, one); });
}

template <Wire W, class List, class PassOne> void passList(W& wire, List&& list, PassOne passOne)
{
    std::size_t size = list.size();
    pass(wire, size);
    if constexpr (!W::kIsReading) {
        for (const auto& one : list)
            passOne(one);
    } else {
        wire.expect(size <= wire.left()); // each element takes at least a byte
        list.clear();
        for (std::size_t i = 0; i < size && wire.isGood(); ++i)
            passOne(list.emplace_back(blank<typename std::remove_cvref_t<List>::value_type>()));
    }
}
template <Wire W, class T> void pass(W& wire, std::vector<T>& list)
{
    passList(wire, list, [&](auto& one) { pass(wire, one); });
}
template <class T> void pass(WireWriter& wire, const std::vector<T>& list)
{
    passList(wire, list, [&](const auto& one) { pass(wire, one); });
}

} // namespace lockkeeper::agent
