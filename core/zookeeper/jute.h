// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Jute, the encoding of ZooKeeper: big-endian numbers; texts and vectors begin with their length.
namespace lockkeeper::zookeeper {

/// Writes one frame.
class JuteWriter {
public:
    JuteWriter& putByte(std::uint8_t value);
    JuteWriter& putBool(bool value) { return putByte(value ? 1 : 0); }
    JuteWriter& putInt(std::int32_t value);
    JuteWriter& putLong(std::int64_t value);
    JuteWriter& putText(std::string_view value);

    /// Everything that was put, with the frame's length in front.
    [[nodiscard]] std::string frame() const;

private:
    void putBytes(std::uint64_t value, unsigned bytes);

    std::string m_bytes;
};

/// Reads the payload of one frame, which may come from anybody. Once something is missing or
/// impossible, isGood() is false and everything that is taken is empty. The texts are views into
/// the payload.
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
    /// Empty for a null text, too.
    [[nodiscard]] std::string_view takeText();
    /// The number of elements of a vector, each of which has `least` bytes at least: no more than
    /// the rest of the payload can hold.
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

/// Cuts a stream into frames. Stores what was received, never more, and no frame longer than
/// kLongest: of a longer one only the beginning.
class FrameReader {
public:
    static constexpr std::size_t kLongest = (std::size_t{1} << 20U) + (std::size_t{64} << 10U);
    /// Nobody has a server send more. A larger number is no length.
    static constexpr std::size_t kMostSkipped = std::size_t{256} << 20U;
    /// What is kept of a frame that is too long: the head of a reply.
    static constexpr std::size_t kKept = 16;

    struct Frame {
        std::string_view payload;
        bool isCut = false;
    };

    void feed(std::string_view bytes);
    /// The next frame, valid until feed(); nullopt: it is not complete. NotRedis for a length that
    /// no server sends: take no more then.
    [[nodiscard]] Result<std::optional<Frame>> next();

private:
    std::string m_bytes;
    std::size_t m_taken = 0;
    std::size_t m_skip = 0; ///< bytes of a frame that was cut
};

} // namespace lockkeeper::zookeeper
