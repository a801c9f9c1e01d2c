// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/packed_lock.h"

#include "core/observe/formats/tombstone.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

/// Its details are the same under any name.
FormatPtr formatOf(const DecodedLock& lock)
{
    Format format;
    format.name = lock.format;
    format.alternatives = lock.alternatives;
    format.isReleasable = lock.isReleasable;
    if (lock.wakeUp)
        format.wakeUp = [wakeUp = *lock.wakeUp](std::string_view) { return wakeUp; };
    if (lock.part)
        format.part = [part = *lock.part](std::string_view, const DecodedLock&) { return part; };
    format.caution = lock.caution;
    return std::make_shared<const Format>(std::move(format));
}

} // namespace

PackedLock::PackedLock(FormatPtr format, DecodedLock told)
    : m_format(std::move(format))
    , m_certainty(told.certainty)
    , m_scope(told.scope)
{
    pack(told.holder);
    m_rare = LazyValue<Rare>({.expiresAt = told.expiresAt,
        .mode = told.mode,
        .holders = std::move(told.holders),
        .waiting = told.waiting,
        .alternatives = std::move(told.alternatives),
        .session = told.holder.session});
}

PackedLock::PackedLock(const DecodedLock& lock)
    : PackedLock(formatOf(lock), lock)
{ }

DecodedLock PackedLock::unpack(std::string_view key) const
{
    return m_format ? withFormatDetails(*m_format, told(), key) : DecodedLock{.scope = m_scope};
}

DecodedLock PackedLock::told() const
{
    DecodedLock lock{.scope = m_scope};
    lock.certainty = m_certainty;
    lock.holder = holder();
    lock.expiresAt = m_rare->expiresAt;
    lock.mode = m_rare->mode;
    lock.holders = m_rare->holders;
    lock.waiting = m_rare->waiting;
    lock.alternatives = m_rare->alternatives;
    return lock;
}

void PackedLock::setWaiting(const WaitCount& count)
{
    if (count != m_rare->waiting)
        m_rare.edit([&](Rare& rare) { rare.waiting = count; });
}

PackedLock PackedLock::withoutHolder() const
{
    PackedLock lock;
    lock.m_format = m_format;
    lock.m_certainty = m_certainty;
    lock.m_rare = m_rare;
    lock.m_rare.edit([](Rare& rare) {
        rare.expiresAt = {};
        rare.holders.clear();
        rare.session.reset();
    });
    return lock;
}

void PackedLock::pack(const Holder& holder)
{
    const std::optional<std::string>* const texts[kTexts] = {
        &holder.host, &holder.thread, &holder.app, &holder.process, &holder.detail, &holder.node};
    for (std::size_t i = 0; i < kTexts; ++i) {
        if (!*texts[i])
            continue;
        // Truncates nothing: no format accepts values this long.
        const std::string_view text = std::string_view(**texts[i]).substr(0, kNone - 1);
        m_lengths[i] = static_cast<std::uint16_t>(text.size());
        m_texts += text;
    }
    m_texts.shrink_to_fit();
    m_pid = holder.pid.value_or(kNoPid);
    m_mayOutliveProcess = holder.mayOutliveProcess;
    m_hearsAsks = holder.hearsAsks;
    m_since = holder.since.value_or(WallTime::min());
}

Holder PackedLock::holder() const
{
    Holder holder;
    std::optional<std::string>* const texts[kTexts] = {
        &holder.host, &holder.thread, &holder.app, &holder.process, &holder.detail, &holder.node};
    std::size_t start = 0;
    for (std::size_t i = 0; i < kTexts; ++i) {
        if (m_lengths[i] == kNone)
            continue;
        *texts[i] = m_texts.substr(start, m_lengths[i]);
        start += m_lengths[i];
    }
    if (m_pid != kNoPid)
        holder.pid = m_pid;
    holder.mayOutliveProcess = m_mayOutliveProcess;
    holder.hearsAsks = m_hearsAsks;
    holder.since = since();
    holder.session = m_rare->session;
    return holder;
}

std::string_view PackedLock::process() const noexcept
{
    constexpr std::size_t kProcess = 3;
    if (m_lengths[kProcess] == kNone)
        return {};
    std::size_t start = 0;
    for (std::size_t i = 0; i < kProcess; ++i)
        start += m_lengths[i] == kNone ? 0 : m_lengths[i];
    return std::string_view(m_texts).substr(start, m_lengths[kProcess]);
}

std::optional<WallTime> PackedLock::since() const noexcept
{
    return m_since == WallTime::min() ? std::nullopt : std::optional(m_since);
}

std::optional<WallTime> PackedLock::expiresAt() const noexcept
{
    return m_rare->expiresAt;
}

const std::string& PackedLock::formatName() const noexcept
{
    static const std::string none;
    return m_format ? m_format->name : none;
}

bool PackedLock::isTombstone() const noexcept
{
    return observe::isTombstone(formatName());
}

bool operator==(const PackedLock& a, const PackedLock& b)
{
    return a.formatName() == b.formatName() && a.m_certainty == b.m_certainty
        && a.m_scope == b.m_scope && a.m_rare == b.m_rare && a.m_pid == b.m_pid
        && a.m_mayOutliveProcess == b.m_mayOutliveProcess && a.m_hearsAsks == b.m_hearsAsks
        && a.m_since == b.m_since && a.m_texts == b.m_texts
        && std::ranges::equal(a.m_lengths, b.m_lengths);
}

} // namespace lockkeeper::observe
