// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export.h"
#include "core/observe/board/votes/rarely.h"
#include "core/observe/formats/format.h"

namespace lockkeeper::observe {

/// A DecodedLock in little memory.
class PackedLock {
public:
    PackedLock() = default;
    PackedLock(FormatPtr format, DecodedLock told);
    /// `lock` is from withFormatDetails().
    explicit PackedLock(const DecodedLock& lock);

    [[nodiscard]] DecodedLock unpack(std::string_view key) const;
    /// What the constructor got, without the format's details.
    [[nodiscard]] DecodedLock told() const;
    [[nodiscard]] Holder holder() const;
    [[nodiscard]] std::string_view process() const noexcept LK_LIFETIME_BOUND;
    [[nodiscard]] bool hasPid() const noexcept { return m_pid != kNoPid; }
    [[nodiscard]] std::int64_t pid() const noexcept { return m_pid; }
    [[nodiscard]] std::optional<WallTime> since() const noexcept;
    [[nodiscard]] std::optional<WallTime> expiresAt() const noexcept;
    [[nodiscard]] ReasonedCertainty certainty() const noexcept { return m_certainty; }
    void setCertainty(ReasonedCertainty certainty) noexcept { m_certainty = certainty; }
    [[nodiscard]] LockMode mode() const noexcept { return m_rare->mode; }
    [[nodiscard]] ValueScope scope() const noexcept { return m_scope; }
    [[nodiscard]] WaitCount waiting() const noexcept { return m_rare->waiting; }
    void setWaiting(const WaitCount& count);
    /// For a token of the same library whose value was not read.
    [[nodiscard]] PackedLock withoutHolder() const;
    [[nodiscard]] const FormatPtr& format() const noexcept LK_LIFETIME_BOUND { return m_format; }
    [[nodiscard]] const std::string& formatName() const noexcept LK_LIFETIME_BOUND;
    [[nodiscard]] bool isTombstone() const noexcept;

    friend bool operator==(const PackedLock& a, const PackedLock& b);

private:
    struct Rare {
        std::optional<WallTime> expiresAt;
        LockMode mode = LockMode::Exclusive;
        std::vector<Holder> holders;
        WaitCount waiting{};
        std::vector<std::string> alternatives;
        std::optional<HolderSession> session{};
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
    bool m_mayOutliveProcess = false;
    bool m_hearsAsks = false;
    ValueScope m_scope = ValueScope::Shared;
    std::int64_t m_pid = kNoPid;
    WallTime m_since = WallTime::min();
    LazyValue<Rare> m_rare;
};

} // namespace lockkeeper::observe
