// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zookeeper/jute.h"

#include "core/text/tr_noop.h"

#include <algorithm>

namespace lockkeeper::zookeeper {

void JuteWriter::putBytes(std::uint64_t value, unsigned bytes)
{
    for (unsigned left = bytes; left > 0; --left)
        m_bytes += static_cast<char>(value >> (8U * (left - 1U)) & 0xFFU);
}

JuteWriter& JuteWriter::putByte(std::uint8_t value)
{
    putBytes(value, 1);
    return *this;
}

JuteWriter& JuteWriter::putInt(std::int32_t value)
{
    putBytes(static_cast<std::uint32_t>(value), 4);
    return *this;
}

JuteWriter& JuteWriter::putLong(std::int64_t value)
{
    putBytes(static_cast<std::uint64_t>(value), 8);
    return *this;
}

JuteWriter& JuteWriter::putText(std::string_view value)
{
    putInt(static_cast<std::int32_t>(value.size()));
    m_bytes.append(value);
    return *this;
}

std::string JuteWriter::frame() const
{
    JuteWriter whole;
    whole.putText(m_bytes);
    return std::move(whole.m_bytes);
}

std::uint64_t JuteReader::takeBytes(std::size_t bytes)
{
    if (m_rest.size() < bytes) {
        spoil();
        return 0;
    }
    std::uint64_t value = 0;
    for (const char byte : m_rest.substr(0, bytes))
        value = value << 8U | static_cast<unsigned char>(byte);
    m_rest.remove_prefix(bytes);
    return value;
}

std::string_view JuteReader::takeText()
{
    const std::int32_t length = takeInt();
    if (length < -1 || (length > 0 && static_cast<std::size_t>(length) > m_rest.size()))
        spoil();
    if (length <= 0 || !m_isGood)
        return {};
    const std::string_view text = m_rest.substr(0, static_cast<std::size_t>(length));
    m_rest.remove_prefix(text.size());
    return text;
}

std::size_t JuteReader::takeCount(std::size_t least)
{
    const std::int32_t count = takeInt();
    if (count < -1 || (count > 0 && static_cast<std::size_t>(count) > m_rest.size() / least))
        spoil();
    return count <= 0 || !m_isGood ? 0 : static_cast<std::size_t>(count);
}

void FrameReader::feed(std::string_view bytes)
{
    m_bytes.erase(0, m_taken);
    m_taken = 0;
    const std::size_t skipped = m_bytes.empty() ? std::min(m_skip, bytes.size()) : 0;
    m_skip -= skipped;
    m_bytes.append(bytes.substr(skipped));
}

Result<std::optional<FrameReader::Frame>> FrameReader::next()
{
    constexpr std::size_t kHead = 4;
    const std::size_t skipped = std::min(m_skip, m_bytes.size() - m_taken);
    m_taken += skipped;
    m_skip -= skipped;
    const std::string_view rest = std::string_view(m_bytes).substr(m_taken);
    if (rest.size() < kHead)
        return std::nullopt;
    JuteReader head(rest.substr(0, kHead));
    const std::int32_t length = head.takeInt();
    if (length < 0 || static_cast<std::size_t>(length) > kMostSkipped)
        return fail(
            ErrorClass::NotRedis, trNoop("the server does not speak ZooKeeper's protocol", "data"));
    const auto size = static_cast<std::size_t>(length);
    const bool isCut = size > kLongest;
    const std::size_t kept = isCut ? kKept : size;
    if (rest.size() - kHead < kept)
        return std::nullopt;
    m_taken += kHead + kept;
    m_skip = size - kept;
    return Frame{rest.substr(kHead, kept), isCut};
}

} // namespace lockkeeper::zookeeper
