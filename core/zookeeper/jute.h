// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Jute, ZooKeeper's encoding: big-endian; texts and vectors start with their length.
namespace lockkeeper::zookeeper {

class JuteWriter {
public:
    JuteWriter& putByte(std::uint8_t value);
    JuteWriter& putBool(bool value) { return putByte(value ? 1 : 0); }
    JuteWriter& putInt(std::int32_t value);
    JuteWriter& putLong(std::int64_t value);
    JuteWriter& putText(std::string_view value);

    [[nodiscard]] std::string frame() const;

private:
    void putBytes(std::uint64_t value, unsigned bytes);

    std::string m_bytes;
};

/// Reads an untrusted payload. After a mistake isGood() is false and all values are empty. Texts
/// are views.
class JuteReader {
public:
    explicit JuteReader(std::string_view payload)
        : m_rest(payload)
    { }

    [[nodiscard]] bool takeBool() { return takeBytes(1) != 0; }
    [[nodiscard]] std::int32_t takeInt()
    {
        return static_cast<std::int32_t>(static_cast<std::uint32_t>(takeBytes(4)));
    }
    [[nodiscard]] std::int64_t takeLong() { return static_cast<std::int64_t>(takeBytes(8)); }
    /// Empty for a null text.
    [[nodiscard]] std::string_view takeText();
    /// A vector's length. Fails if the payload is too short for as many elements of `least` bytes.
    [[nodiscard]] std::size_t takeCount(std::size_t least);

    [[nodiscard]] bool isGood() const noexcept { return m_isGood; }
    [[nodiscard]] bool isAtEnd() const noexcept { return m_rest.empty(); }

private:
    [[nodiscard]] std::uint64_t takeBytes(std::size_t bytes);
    void spoil() noexcept
    {
        m_isGood = false;
        m_rest = {};
    }

    std::string_view m_rest;
    bool m_isGood = true;
};

/// Cuts a stream into frames. Keeps kKept bytes of a frame above kLongest.
class FrameReader {
public:
    static constexpr std::size_t kLongest = (std::size_t{1} << 20U) + (std::size_t{64} << 10U);
    /// No server sends more.
    static constexpr std::size_t kMostSkipped = std::size_t{256} << 20U;
    static constexpr std::size_t kKept = 16; ///< the head of a reply

    struct Frame {
        std::string_view payload;
        bool isCut = false;
    };

    void feed(std::string_view bytes);
    /// Valid until feed(); nullopt if incomplete. NotRedis for an impossible length: stop then.
    [[nodiscard]] Result<std::optional<Frame>> next();

private:
    std::string m_bytes;
    std::size_t m_taken = 0;
    std::size_t m_skip = 0; ///< remaining bytes of a cut frame
};

} // namespace lockkeeper::zookeeper
