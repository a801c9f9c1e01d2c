// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export.h"
#include "core/observe/board/votes/rarely.h"
#include "core/observe/formats/format.h"

namespace lockkeeper::observe {

/// A DecodedLock in compact form: the format is shared, the holder's texts are stored in one
/// string, and rare fields are stored only if set. A value.
class PackedLock {
public:
    PackedLock() = default;
    /// `told`: as the format's recogniser returned it.
    PackedLock(FormatPtr format, DecodedLock told);
    /// From a lock that is withFormatDetails() already.
    explicit PackedLock(const DecodedLock& lock);

    /// Returns all fields. `key` is the lock's name.
    [[nodiscard]] DecodedLock unpack(std::string_view key) const;
    /// Returns what the constructor was told, without what follows from the format.
    [[nodiscard]] DecodedLock told() const;
    [[nodiscard]] Holder holder() const;
    /// The identity of the holder's process. Empty if unknown.
    [[nodiscard]] std::string_view process() const noexcept LK_LIFETIME_BOUND;
    [[nodiscard]] bool hasPid() const noexcept { return m_pid != kNoPid; }
    [[nodiscard]] std::int64_t pid() const noexcept { return m_pid; } ///< (hasPid())
    [[nodiscard]] std::optional<WallTime> since() const noexcept;
    [[nodiscard]] std::optional<WallTime> expiresAt() const noexcept;
    [[nodiscard]] ReasonedCertainty certainty() const noexcept { return m_certainty; }
    void setCertainty(ReasonedCertainty certainty) noexcept { m_certainty = certainty; }
    [[nodiscard]] LockMode mode() const noexcept { return m_rare->mode; }
    /// See DecodedLock.
    [[nodiscard]] ValueScope scope() const noexcept { return m_scope; }
    /// How many wait, as far as known.
    [[nodiscard]] WaitCount waiting() const noexcept { return m_rare->waiting; }
    void setWaiting(const WaitCount& count);
    /// A lock of the same library with another token, whose value was not read.
    [[nodiscard]] PackedLock withoutHolder() const;
    /// Null if there is none.
    [[nodiscard]] const FormatPtr& format() const noexcept LK_LIFETIME_BOUND { return m_format; }
    /// Empty if there is no format.
    [[nodiscard]] const std::string& formatName() const noexcept LK_LIFETIME_BOUND;
    /// True if it was revoked: nobody holds it.
    [[nodiscard]] bool isTombstone() const noexcept;

    friend bool operator==(const PackedLock& a, const PackedLock& b);

private:
    /// Fields that few formats fill in.
    struct Rare {
        std::optional<WallTime> expiresAt;
        LockMode mode = LockMode::Exclusive;
        std::vector<Holder> holders;
        WaitCount waiting{};
        std::vector<std::string> alternatives;
        std::optional<HolderSession> session{}; ///< of the holder
        friend bool operator==(const Rare&, const Rare&) = default;
    };
    static constexpr std::size_t kTexts = 6; ///< host, thread, app, process, detail, node
    static constexpr std::uint16_t kNone = 0xFFFF;
    static constexpr std::int64_t kNoPid = INT64_MIN;

    void pack(const Holder& holder);

    FormatPtr m_format;
    std::string m_texts;
    std::uint16_t m_lengths[kTexts] = {kNone, kNone, kNone, kNone, kNone, kNone};
    ReasonedCertainty m_certainty;
    bool m_mayOutliveProcess = false; ///< see Holder
    bool m_hearsAsks = false; ///< see Holder
    ValueScope m_scope = ValueScope::Shared;
    std::int64_t m_pid = kNoPid;
    WallTime m_since = WallTime::min(); ///< min: unknown
    LazyValue<Rare> m_rare;
};

} // namespace lockkeeper::observe
